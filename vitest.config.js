import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/servers/longest-first.ts';

const base = {
  // A module is loaded once by a process for all its test files: loading it anew for each took more time than the tests.
  isolate: false,
  pool: 'forks',
  // The collector makes room for young objects a quarter as often as by default, and copies fewer that still live (decision 128).
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
  // Node itself loads the tests, as it loads the product: nothing is transformed, and what was compiled is kept (`compiled-code.ts`).
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Only a hang is found by it: how long a step takes depends on the machine, and conditions are waited for.
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
};

export default defineConfig({
  test: {
    // More than there are cores: the longest files mostly wait, for pauses of the product and for Temporal to notice a death.
    maxWorkers: Math.min(availableParallelism() + 2, 6),
    sequence: { sequencer: LongestFirst },
    slowTestThreshold: 1_000_000, // a line for each file, not for each test
    projects: [
      { test: { ...base, name: 'pure', sequence: { groupOrder: 0 }, include: ['tests/domain/**/*.test.ts'] } },
      {
        test: {
          ...base,
          name: 'parts',
          sequence: { groupOrder: 1 },
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/domain/**'],
          globalSetup: ['tests/support/servers/start.ts'],
        },
      },
    ],
  },
});
