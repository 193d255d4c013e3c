import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plot in the README of the example: the rule of the hook and the physics of the room, with a call each second. */
class ThermostatPlotTest {

    private static final Path PICTURE = Path.of("examples/thermostat/plot.svg");

    private final List<Plot.Sample> samples = new ArrayList<>();

    private void run() {
        Climate climate = Climate.cold();
        for (int second = 0; second <= 60; second++) {
            double target = second < 30 ? 22.5 : 20;
            climate = climate.withValve(Valve.of(target, climate.temperature()));
            samples.add(new Plot.Sample(second, climate));
            climate = climate.after(1);
        }
    }

    @Test
    void thePictureInTheReadmeIsThatOfTheRun() throws Exception {
        run();
        if ("update".equals(System.getProperty("golden"))) {
            Files.writeString(PICTURE, new Plot(samples).svg());
        }

        assertThat(PICTURE).hasContent(new Plot(samples).svg());
    }

    @Test
    void theRoomReachesBothTargetsWithinFifteenSecondsAndStaysThere() {
        run();

        assertThat(samples.subList(15, 30))
                .allSatisfy(sample -> assertThat(sample.climate().temperature()).isBetween(22.0, 23.0));
        assertThat(samples.subList(45, 60))
                .allSatisfy(sample -> assertThat(sample.climate().temperature()).isBetween(19.5, 20.5));
    }

    @Test
    void theHeaterIsFullyOpenAtFirstAndClosedWhileTheRoomIsTooWarm() {
        run();

        assertThat(samples.getFirst().climate().valve()).isEqualTo(1);
        assertThat(samples.get(31).climate().valve()).isZero();
        assertThat(samples.get(59).climate().valve()).isBetween(0.4, 0.5);
    }
}
