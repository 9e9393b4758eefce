import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommandRefused } from '../command-refused.ts';

export const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type Encoding = (typeof encodings)[number];

/** A file that is being imported. Every reading gives the same bytes, even where another file takes its name meanwhile. */
export type ImportFile = {
  path: string;
  name: string;
  bytes: number;
  /** SHA-256 of its bytes, in lowercase hex. */
  sha256: string;
  encoding: Encoding;
  /** The file's text from its beginning, in pieces; a byte order mark is left out. */
  text(): AsyncGenerator<string, void>;
  close(): Promise<void>;
};

/**
 * Opens a file and reads it once, for its hash and its encoding: UTF-16LE where it begins with that byte order mark, UTF-8 where all bytes are valid
 * UTF-8, else Windows-1252.
 *
 * @throws {CommandRefused} `unreadable_file`
 */
export async function openImportFile(path: string, wanted?: Encoding): Promise<ImportFile> {
  const handle = await open(path).catch((cause: unknown) => {
    throw new CommandRefused('unreadable_file', `Não foi possível abrir ${path}.`, { cause });
  });
  try {
    const { sha256, bytes, detected } = await survey(handle, path);
    const encoding = wanted ?? detected;
    return {
      path,
      name: basename(path),
      bytes,
      sha256,
      encoding,
      text: () => textOf(handle, encoding),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function survey(handle: FileHandle, path: string) {
  const hash = createHash('sha256');
  const isUtf8 = utf8Check();
  let bytes = 0;
  let start: Buffer | undefined;
  for await (const chunk of chunksOf(handle, path)) {
    start ??= chunk;
    bytes += chunk.length;
    hash.update(chunk);
    isUtf8.see(chunk);
  }
  isUtf8.see();
  if (!start) throw new CommandRefused('unreadable_file', `${path} está vazio.`);
  if (start.subarray(0, 2).toString('latin1') === 'PK') {
    throw new CommandRefused(
      'unreadable_file',
      `${path} é uma planilha ou um zip: salve a planilha como CSV e importe o CSV.`,
    );
  }
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const detected: Encoding = isUtf16 ? 'utf-16le' : isUtf8.passed() ? 'utf-8' : 'windows-1252';
  return { sha256: hash.digest('hex'), bytes, detected };
}

function utf8Check() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isRight = true;
  return {
    /** Takes the next bytes; without bytes it takes the end of the file, where a character must not be incomplete. */
    see(chunk?: Buffer): void {
      if (!isRight) return;
      try {
        decoder.decode(chunk, { stream: chunk !== undefined });
      } catch {
        isRight = false;
      }
    },
    passed: () => isRight,
  };
}

/** @throws {CommandRefused} `invalid_file` where the bytes are not valid in that encoding */
async function* textOf(handle: FileHandle, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new CommandRefused('invalid_file', `O arquivo não está em ${encoding}: retire ou acerte --encoding.`, {
        cause,
      });
    }
  };
  for await (const chunk of chunksOf(handle, 'O arquivo')) yield decoded(chunk);
  yield decoded();
}

/** Reads by position, so that one handle can be read several times. */
async function* chunksOf(handle: FileHandle, what: string): AsyncGenerator<Buffer, void> {
  const size = 256 * 1024;
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(size), 0, size, position).catch((cause: unknown) => {
      throw new CommandRefused('unreadable_file', `${what} não pôde ser lido até o fim.`, { cause });
    });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
