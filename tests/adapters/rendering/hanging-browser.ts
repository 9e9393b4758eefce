import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that starts and then says and does nothing, in place of a browser. Its path is part of its command line. */
export async function hangingBrowser(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'lavra-hanging-')), 'browser');
  await writeFile(path, '#!/bin/sh\nwhile true; do sleep 1; done\n', { mode: 0o755 });
  return path;
}
