import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NFE_GerarDanfe } from '@nfewizard/danfe';
import { DANFe } from 'node-sped-pdf';

/** The rivals, in a process of their own whose console output is dropped. Each returns the bytes of its PDF. */
const draw = {
  async 'node-sped-pdf'({ xml }) {
    return DANFe({ xml, consulta: xml });
  },

  /** Its promise resolves before the file is written, so this waits for the file. It gets the XML already parsed. */
  async '@nfewizard/danfe'({ parsed, accessKey }) {
    const outputPath = join(tmpdir(), `lavra-bench-danfe-${process.pid}.pdf`);
    rmSync(outputPath, { force: true });
    await NFE_GerarDanfe({ data: parsed, chave: accessKey, outputPath });
    for (;;) {
      const pdf = whole(outputPath);
      if (pdf) return pdf;
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

function whole(path) {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(-8).includes('%%EOF') ? bytes : undefined;
  } catch {
    return undefined;
  }
}

let note;
process.on('message', async (message) => {
  try {
    if (message.note) note = message.note;
    const timesMs = [];
    let byteCount = 0;
    for (let turn = 0; turn < (message.count ?? 0); turn++) {
      const start = performance.now();
      byteCount = (await draw[message.rival](note)).length;
      timesMs.push(performance.now() - start);
    }
    process.send({ timesMs, byteCount });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});
