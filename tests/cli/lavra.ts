import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { run } from '../../cli/run.ts';

/** The exit code and output of a run of the command. */
export type Ended = { code: number; out: string; err: string };

/** The doctor writes a file into the store and removes it; without this setting that would be the working folder. */
const elsewhere = { LAVRA_BLOBS: pathToFileURL(join(tmpdir(), 'lavra-tests-blobs')).href };

/** Runs `lavra` with these settings and none of this process's. */
export async function lavra(
  args: string[],
  environment: Record<string, string>,
  input: string | Buffer = '',
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await run(args, { stdin: Readable.from([input]), stdout, stderr }, { ...elsewhere, ...environment });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, out, err };
}

/** Runs it with --json, and parses its answer or its error. */
export async function lavraJson(args: string[], environment: Record<string, string>, input: string | Buffer = '') {
  const { code, out, err } = await lavra([...args, '--json'], environment, input);
  const read = (json: string): unknown => (json.trim() === '' ? null : JSON.parse(json));
  return { code, answer: read(out), error: read(err) };
}
