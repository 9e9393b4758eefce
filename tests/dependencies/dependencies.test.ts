import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heldBack, judge } from './behind.ts';

type Manifest = {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
type Locked = { version?: string; hasInstallScript?: true; engines?: object };
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const direct = { ...manifest.dependencies, ...manifest.devDependencies };

test('an old Node that installs is told what Lavra wants, not what each package would', () => {
  const asking = Object.entries(packages).filter(([, { engines }]) => engines);
  expect(asking.map(([path]) => path)).toEqual(['']);
});

test('each package that would run a script at its installation is allowed to or denied, by name', () => {
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

test('versions are exact', () => {
  expect(
    Object.entries(direct).filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([]);
});

test('histories are read by one copy of protobufjs', () => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith('/protobufjs'));
  const ofSeven = copies.filter(([, { version }]) => version?.startsWith('7.')).map(([path]) => path);
  expect(ofSeven).toEqual(['node_modules/@grpc/proto-loader/node_modules/protobufjs']);
  expect(copies.length - ofSeven.length).toBe(1);
});

test('what is behind by a major version is named, or has a reason, and reasons do not outlive their packages', () => {
  const outdated = {
    young: { current: '0.57.2', latest: '0.223.0' },
    old: { current: '6.0.3', latest: '7.0.2' },
    minor: { current: '1.9.1', latest: '1.10.0' },
    ahead: { current: '7.2.1', latest: '6.6.16' },
    absent: { latest: '2.0.0' },
  };
  expect(judge(outdated, { old: 'has no API', gone: 'was awaited' })).toEqual({
    held: ['old 6.0.3, 7.0.2 is there'],
    left: ['young 0.57.2, 0.223.0 is there'],
    stale: ['gone'],
  });
  expect(Object.keys(heldBack).filter((name) => !(name in direct))).toEqual([]);
});
