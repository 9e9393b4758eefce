import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const pages = readdirSync(new URL('docs/pt/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: read(`docs/pt/${name}`) }));

/** Words of a page that look like a setting or an alert, without those that are only prefixes. */
const named = (form: RegExp): { name: string; word: string }[] =>
  pages.flatMap(({ name, text }) => [...new Set(text.match(form))].map((word) => ({ name, word })));

test('every alert has its row on the page of alarms, with its urgency, and no other is there', () => {
  const urgencies: Record<string, string> = { page: 'na hora', ticket: 'no dia' };
  const alerts = read('ops/prometheus/rules.yml').matchAll(/- alert: (\w+)[^]*?severity: (\w+)/g);
  const told = read('docs/pt/operacao/alarmes.md').matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm);
  const rowOf = ([, alert = '', urgency = '']: string[]): string => `${alert} ${urgencies[urgency] ?? urgency}`;
  const expected = [...alerts].map(rowOf);
  expect(expected.length).toBeGreaterThan(20);
  expect([...told].map(rowOf).toSorted()).toEqual(expected.toSorted());
});

test('every setting that a page names is one', () => {
  const known = ['config/env.ts', 'docker-compose.yml', '.env.example'].map(read).join('\n');
  const settings = named(/\b(?:LAVRA|DATABASE|OTEL|TEMPORAL)_[A-Z_]*[A-Z]\b/g);
  expect(settings.length).toBeGreaterThan(30);
  expect(settings.filter(({ word }) => !new RegExp(`\\b${word}\\b`).test(known))).toEqual([]);
});

test('every service, profile and file that an example of operation names is there', () => {
  const compose = read('docker-compose.yml');
  const examples = pages
    .filter(({ name }) => name.startsWith('operacao'))
    .flatMap(({ text }) => [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = '']) => code))
    .join('\n');
  const services = examples.split(/\n|&&/).flatMap(servicesOf);
  const words = (form: RegExp): string[] => [...examples.matchAll(form)].map(([, word = '']) => word);
  const profiles = words(/--profile (\w+)/g);
  const scripts = words(/\b(ops\/[\w./-]+\.sh)/g);
  expect(Math.min(services.length, profiles.length, scripts.length)).toBeGreaterThan(0);
  expect(services.filter((each) => !compose.includes(`\n  ${each}:\n`))).toEqual([]);
  expect(profiles.filter((each) => !compose.includes(`profiles: [${each}]`))).toEqual([]);
  expect(scripts.filter((each) => read(each) === '')).toEqual([]);
});

/** The services in a line of Compose: all words after `up` and `logs`, the first after `run` and `exec`, where the others belong to the command. */
function servicesOf(line: string): string[] {
  const [, verb = '', rest = ''] = /docker compose (?:--profile \w+ )?(up|run|exec|logs)\b([^|<]*)/.exec(line) ?? [];
  const words = rest.replace(/--(?:entrypoint|scale) \S+/, '').match(/(?<=\s)[a-z][\w-]*/g) ?? [];
  return verb === 'run' || verb === 'exec' ? words.slice(0, 1) : words;
}
