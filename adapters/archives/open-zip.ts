import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** A file in an archive, as the archive's directory has it. */
export type ArchivedFile = {
  name: string;
  /** Bytes of its content. */
  size: number;
  crc32: number;
  /**
   * The file's content. It fails where its bytes are not a deflate stream, or give another size.
   *
   * @throws TypeError where the header before its bytes names another file: readers that go from header to header would see that one
   */
  read: () => Promise<Readable>;
};

/** An archive that is open for reading. */
export type OpenedZip = { files: () => AsyncIterable<ArchivedFile>; fileCount: number; close: () => void };

const sizesFollow = 0x0008;

/**
 * Opens an archive of any size, without holding its content in memory.
 *
 * @param options.takesBackslashes whether backslashes in names are read as slashes, as some Windows programs write them
 * @throws Error where the file is no archive, or cannot be read; the iteration fails at a name that leads out of the archive
 */
export async function openZip(path: string, { takesBackslashes = false } = {}): Promise<OpenedZip> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: !takesBackslashes });
  return { files: () => filesOf(zip), fileCount: zip.entryCount, close: () => zip.close() };
}

async function* filesOf(zip: ZipFile): AsyncGenerator<ArchivedFile, void, undefined> {
  for await (const entry of zip.eachEntry()) {
    yield {
      name: entry.fileName,
      size: entry.uncompressedSize,
      crc32: entry.crc32,
      read: async () => {
        await checkHeader(zip, entry);
        return zip.openReadStreamPromise(entry);
      },
    };
  }
}

async function checkHeader(zip: ZipFile, entry: Entry): Promise<void> {
  const header = await zip.readLocalFileHeaderPromise(entry, { minimal: false });
  const isSame =
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    header.generalPurposeBitFlag === entry.generalPurposeBitFlag;
  const hasSizes = (header.generalPurposeBitFlag & sizesFollow) === 0;
  const areFar = header.compressedSize === 0xffffffff || header.uncompressedSize === 0xffffffff;
  const isSized =
    areFar ||
    (header.crc32 === entry.crc32 &&
      header.compressedSize === entry.compressedSize &&
      header.uncompressedSize === entry.uncompressedSize);
  if (!isSame || (hasSizes && !isSized)) throw new TypeError('the local header is of another file');
}
