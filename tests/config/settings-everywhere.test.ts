import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from '../../config/env.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const compose = read('docker-compose.yml');
const example = read('.env.example');
const image = read('Dockerfile');
const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!);

/** The settings in the first column of the table. */
const documented = read('docs/operations.md')
  .split(/^## Settings$/m)[1]!
  .split(/^## /m)[0]!
  .split('\n')
  .flatMap((line) => names(/^\| `[^|]*\|/.exec(line)?.[0] ?? '', /`(\w+)`/g));

/** Settings for laptops and for several processes on one host, and the key that containers get as a file. */
const notForContainers = [
  ...['LAVRA_DOCS_KEYS', 'LAVRA_MAIL_FOLDER', 'LAVRA_WORKFLOW_BUNDLE', 'LAVRA_METRICS_PORT', 'LAVRA_MASTER_KEY'],
];

test('every setting that is read is in the table of the operator’s page, and every one of the table is read', () => {
  expect(documented.toSorted()).toEqual(settingNames.toSorted());
});

test('containers get every setting: from .env, from their image, or as it is for them', () => {
  const given = new Set([
    ...names(compose, /\$\{([A-Z][A-Z0-9_]+)\b/g),
    ...names(compose, /^ +([A-Z][A-Z0-9_]+):/gm),
    ...names(image, /(?:ENV| ) *([A-Z][A-Z0-9_]+)=/g),
  ]);
  expect(settingNames.filter((name) => !given.has(name) && !notForContainers.includes(name))).toEqual([]);
});

test('.env.example has every setting that is passed on from .env, and none that nothing reads', () => {
  const offered = names(example, /^(?:# )?([A-Z][A-Z0-9_]+)=/gm).filter((name) => name !== 'COMPOSE_PROFILES');
  const passedOn = names(compose, /^ +([A-Z][A-Z0-9_]+):$/gm);
  const mentioned = names(compose, /\$\{([A-Z][A-Z0-9_]+)\b/g);
  expect([...new Set(offered)].toSorted()).toEqual([...new Set([...passedOn, ...mentioned])].toSorted());
});

test('only what is for this machine or for callers is published, and each image has a version', () => {
  const published = names(compose, /^ +- (.*:\d+)$/gm);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([
    '${LAVRA_API_BIND:-127.0.0.1}:${LAVRA_API_PORT:-3000}:3000',
    '${LAVRA_PANEL_BIND:-127.0.0.1}:${LAVRA_PANEL_PORT:-3001}:3001',
  ]);
  const images = new Set(names(compose, /^ +image: (.*)$/gm));
  images.delete('lavra');
  expect([...images].filter((name) => !/:v?\d+\.\d+(\.\d+)?$/.test(name))).toEqual([]);
});

test('Temporal’s configuration is a template as its server reads it, and quotes the password', () => {
  const template = read('ops/temporal/config.yaml');
  expect(template).toMatch(/^# enable-template\n/);
  expect(template.match(/^ +password: {{ env "TEMPORAL_DATABASE_PASSWORD" \| quote }}$/gm)).toHaveLength(2);
});
