import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromBufferPromise, openPromise, type Options } from 'yauzl';
import { z } from 'zod';

const run = promisify(execFile);
const reading = z.object({
  /** The number of files in the archive's directory. */
  count: z.number(),
  /** The files, by SHA-256 of the content. `modifiedAt` is a local time without a zone in Python, an instant in yauzl. */
  found: z.array(z.object({ name: z.string(), sha256: z.string(), modifiedAt: z.string() })),
});
export type Reading = z.infer<typeof reading>;

const python = `
import datetime, hashlib, json, sys, zipfile
path, *names = json.load(sys.stdin)
with zipfile.ZipFile(path) as archive:
    print(json.dumps({'count': len(archive.namelist()), 'found': [{
        'name': name,
        'sha256': hashlib.sha256(archive.read(name)).hexdigest(),
        'modifiedAt': datetime.datetime(*archive.getinfo(name).date_time).isoformat(),
    } for name in names or archive.namelist()]}))
`;

/** Tests every file, or the named ones, with Info-ZIP's unzip. @throws also for what unzip only warns of */
export async function testByUnzip(path: string, names: string[] = []): Promise<void> {
  await run('unzip', ['-tqq', path, ...names]);
}

/** Reads every file, or those named, by Python's zipfile, which checks each CRC-32. */
export async function readByPython(path: string, names: string[] = []): Promise<Reading> {
  const asked = run('python3', ['-X', 'utf8', '-c', python], { maxBuffer: 256 * 1024 * 1024 });
  asked.child.stdin?.end(JSON.stringify([path, ...names]));
  return reading.parse(JSON.parse((await asked).stdout));
}

/** Reads every file, or those named, by yauzl, which checks names and sizes. */
export async function readByYauzl(path: string, names?: string[]): Promise<Reading> {
  const options: Options = { strictFileNames: true, autoClose: false };
  // From memory if small: yauzl reads each directory entry separately, which from a file takes a hundred times as long.
  const isSmall = (await stat(path)).size < 64 * 1024 * 1024;
  const zip = isSmall ? await fromBufferPromise(await readFile(path), options) : await openPromise(path, options);
  const found: Reading['found'] = [];
  for await (const entry of zip.eachEntry()) {
    if (names && !names.includes(entry.fileName)) continue;
    const content = await zip.openReadStreamPromise(entry);
    found.push({
      name: entry.fileName,
      sha256: sha256(Buffer.concat(await content.toArray())),
      modifiedAt: entry.getLastModDate().toISOString(),
    });
  }
  zip.close();
  return { count: zip.entryCount, found };
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Runs a task with a folder that is removed afterwards. */
export async function inFolder<Result>(task: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-zip-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
