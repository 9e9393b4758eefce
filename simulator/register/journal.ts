import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where an entry is in the file, in bytes. */
export type Place = { offset: number; length: number };

/**
 * An append-only file of JSON lines. Entries appended while the disk is busy are flushed together, so that many notes share one wait. A
 * caller that must not answer before its entry is on disk awaits `settled()`.
 */
export class Journal {
  readonly #file: FileHandle;
  #size: number;
  #waiting: string[] = [];
  #flushing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Opens the file, readable by its owner only, and passes its entries to `entry` in order. An incomplete last line, left by a crash, is dropped. */
  static async open(path: string, entry: (line: string, place: Place) => void): Promise<Journal> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+', 0o600);
    await file.chmod(0o600);
    const size = await readLines(path, entry);
    await file.truncate(size);
    return new Journal(file, size);
  }

  append(entry: unknown): Place {
    const line = `${JSON.stringify(entry)}\n`;
    const place = { offset: this.#size, length: Buffer.byteLength(line) };
    this.#size += place.length;
    if (this.#waiting.push(line) === 1) this.#flushing = this.#flushing.then(() => this.#flush());
    return place;
  }

  /** Resolves when everything appended so far is on the disk. */
  settled(): Promise<void> {
    return this.#flushing;
  }

  async read(place: Place): Promise<string> {
    await this.#flushing;
    const { buffer } = await this.#file.read(Buffer.alloc(place.length), 0, place.length, place.offset);
    return buffer.toString('utf8');
  }

  async close(): Promise<void> {
    await this.#flushing;
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting.join('');
    this.#waiting = [];
    await this.#file.appendFile(lines);
    await this.#file.datasync();
  }
}

async function readLines(path: string, entry: (line: string, place: Place) => void): Promise<number> {
  let offset = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      entry(rest.toString('utf8', 0, end), { offset, length: end + 1 });
      offset += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
  return offset;
}
