import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../command-refused.ts';

/**
 * Writes the two files of a report: the lines as they come, then the page that sums them up. Each takes its name when it is whole, and only its
 * owner may read it.
 *
 * @param conclude gives the page once every line is written
 * @throws {CommandRefused} `unwritable_file`
 */
export async function writeReport<Report>(
  { folder, name }: { folder: string; name: string },
  lines: AsyncGenerator<string, void, undefined>,
  conclude: () => { report: Report; page: string },
): Promise<{ csv: string; page: string; report: Report }> {
  const [csv, page] = [join(folder, `${name}.csv`), join(folder, `${name}.html`)];
  const unfinished = `${csv}.part`;
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => refuse(folder, cause));
  const file = await open(unfinished, 'w', 0o600).catch((cause: unknown) => refuse(csv, cause));
  try {
    await pipeline(Readable.from(lines), createWriteStream(unfinished, { fd: file }));
    const concluded = conclude();
    await writeFile(page, concluded.page, { mode: 0o600 }).catch((cause: unknown) => refuse(page, cause));
    await rename(unfinished, csv).catch((cause: unknown) => refuse(csv, cause));
    return { csv, page, report: concluded.report };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function refuse(path: string, cause: unknown): never {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  throw new CommandRefused('unwritable_file', `Não foi possível gravar "${path}" (${reason}).`, { cause });
}
