import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `npm outdated --json` says of a package; `current` is absent where it is not installed. */
export type Outdated = Record<string, { current?: string; latest: string }>;

/** Packages that stay a major version behind, each with the reason. */
export const heldBack = JSON.parse(readFileSync(new URL('held-back.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** Packages behind by a major version: `held` with a reason, `left` without one; `stale`: reasons for packages that are not behind. */
export function judge(outdated: Outdated, reasons: Record<string, string>) {
  const behind = Object.entries(outdated).filter(
    ([, { current, latest }]) => current && major(latest) > major(current),
  );
  const lines = (isHeld: boolean) =>
    behind
      .filter(([name]) => name in reasons === isHeld)
      .map(([name, { current = '', latest }]) => `${name} ${current}, ${latest} is there`);
  return {
    held: lines(true),
    left: lines(false),
    stale: Object.keys(reasons).filter((name) => !behind.some(([other]) => other === name)),
  };
}

/** The major version; before 1.0.0 it is the second number. */
function major(version: string): number {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > 0 ? first * 1_000_000 : second;
}

/** `npm run check:dependencies`: asks the registry, and fails for packages that are behind without a reason, or have a reason and are not behind. */
function main(): void {
  const { stdout, stderr } = spawnSync('npm', ['outdated', '--json'], { encoding: 'utf8' });
  const outdated = JSON.parse(stdout || 'null') as (Outdated & { error?: unknown }) | null;
  if (!outdated || outdated.error) throw new Error(`npm outdated gave no answer\n${stdout}${stderr}`);
  const { held, left, stale } = judge(outdated, heldBack);
  const lines = [
    ...held.map((line) => `held back: ${line}: ${heldBack[line.split(' ')[0] ?? '']}`),
    ...left.map((line) => `behind by a major version: ${line}`),
    ...stale.map((name) => `no longer behind, take it off held-back.json: ${name}`),
  ];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  process.exitCode = left.length + stale.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
