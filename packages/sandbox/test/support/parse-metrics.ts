interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);
const LABEL = /^([a-zA-Z_]\w*)="([^"\\\n]*)"$/;

/**
 * Parses the Prometheus text format 0.0.4 strictly: each family has its HELP, its TYPE, and then all of its samples; no series is
 * repeated.
 *
 * @throws Error for anything else.
 */
export function parseMetrics(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const families = new Set<string>();
  const series = new Set<string>();
  const samples: Sample[] = [];
  let family = '';
  let isTyped = false;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = new RegExp(`^# HELP (${NAME}) \\S.*$`).exec(line) ?? [];
    const [, typed, type] = new RegExp(`^# TYPE (${NAME}) (counter|gauge)$`).exec(line) ?? [];
    const [, name, labelText, value] = SAMPLE.exec(line) ?? [];
    if (help !== undefined) {
      if (families.has(help)) throw new Error(`${help} comes twice.`);
      families.add(help);
      family = help;
      isTyped = false;
    } else if (typed !== undefined) {
      if (typed !== family || isTyped) throw new Error(`The type of ${typed} is out of place.`);
      if ((type === 'counter') !== typed.endsWith('_total')) throw new Error(`${typed}: ${type}.`);
      isTyped = true;
    } else if (name !== undefined) {
      if (name !== family || !isTyped) throw new Error(`The sample ${line} is out of place.`);
      const pairs = labelText === undefined ? [] : labelText.split(',');
      const labels = Object.fromEntries(
        pairs.map((pair) => {
          const [, label, content] = LABEL.exec(pair) ?? [];
          if (label === undefined || content === undefined) throw new Error(`${line}: ${pair}`);
          return [label, content];
        }),
      );
      if (Object.keys(labels).length !== pairs.length) throw new Error(`${line}: a label twice.`);
      const key = name + JSON.stringify(Object.entries(labels).sort());
      if (series.has(key)) throw new Error(`${line} comes twice.`);
      series.add(key);
      samples.push({ name, labels, value: Number(value) });
    } else {
      throw new Error(`Not a line of the format: ${line}`);
    }
  }
  return samples;
}
