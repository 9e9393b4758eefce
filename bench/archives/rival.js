import { once } from 'node:events';
import { ZipArchive } from 'archiver';
import { ZipArchiveEntry, ZipArchiveOutputStream } from 'compress-commons';
import yazl from 'yazl';
import { runContestant } from './run-contestant.ts';

/** What a subclass must do to write members that are already deflated (docs/decisions/0042). */
class ReadyZip extends ZipArchiveOutputStream {
  _appendBuffer(entry, source, callback) {
    entry.getGeneralPurposeBit().useDataDescriptor(false);
    this._writeLocalFileHeader(entry);
    this.write(source);
    this._afterAppend(entry);
    callback(null, entry);
  }
}

await runContestant({
  'compress-commons': (files) => {
    const zip = new ReadyZip();
    feed(zip, addReady(zip, files));
    return zip;
  },
  archiver: (files) => {
    const zip = new ZipArchive({ store: true });
    feed(zip, append(zip, files));
    return zip;
  },
  'yazl-stored': (files) => yazlOf(files, 0),
  'yazl-deflated': (files) => yazlOf(files, 6),
});

async function addReady(zip, files) {
  for (const { name, modifiedAt, gzip, crc32, size } of files) {
    const deflated = gzip.subarray(10, -8);
    const entry = new ZipArchiveEntry(name);
    entry.setTime(modifiedAt);
    entry.setMethod(8);
    entry.setSize(size);
    entry.setCompressedSize(deflated.length);
    entry.setCrc(crc32);
    zip.entry(entry, deflated);
    if (zip.writableNeedDrain) await once(zip, 'drain');
  }
  zip.finish();
}

async function append(zip, files) {
  for (const { name, modifiedAt, content } of files) {
    zip.append(content, { name, date: modifiedAt });
    await once(zip, 'entry');
  }
  await zip.finalize();
}

function feed(zip, fed) {
  fed.catch((error) => zip.destroy(error));
}

/** yazl takes all files at once, and deflates each buffer when it is added. */
function yazlOf(files, compressionLevel) {
  const zip = new yazl.ZipFile();
  for (const { name, modifiedAt, content } of files)
    zip.addBuffer(content, name, { mtime: modifiedAt, compressionLevel });
  zip.end();
  return zip.outputStream;
}
