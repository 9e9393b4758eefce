import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { pastIssuer, pastNote } from '../../tests/support/samples/past-files.ts';
import { openImporter } from '../import/importer.ts';

const help = `npm exec -- node bench/moving/run.ts [--files 10000]

  --files     NF-e in the folder, a thousand in each of its folders
`;
const options = { files: { type: 'string', default: '10000' }, help: { type: 'boolean', default: false } } as const;

async function fill(folder: string, count: number): Promise<number> {
  let bytes = 0;
  for (let number = 1; number <= count; number += 1) {
    const inside = join(folder, String(Math.floor(number / 1_000)));
    const { name, content } = pastNote({ number }).file;
    await mkdir(inside, { recursive: true });
    await writeFile(join(inside, name), content);
    bytes += content.length;
  }
  return bytes;
}

/** Reads and hashes every file, one after the other. @returns seconds */
async function floor(folder: string): Promise<number> {
  const startedAt = performance.now();
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile())
      createHash('sha256')
        .update(await readFile(join(entry.parentPath, entry.name)))
        .digest('hex');
  }
  return (performance.now() - startedAt) / 1000;
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const count = Number(values.files);
  const importer = await openImporter((line) => void process.stderr.write(`${line}\n`));
  try {
    const folder = join(importer.home, 'past');
    const bytes = await fill(folder, count);
    const { id } = await createCompany(acrossCompanies(importer.orm), { ...demoCompany, taxId: pastIssuer });
    const load = loadavg()[0]?.toFixed(1);
    const taken = {
      'dry run': await importer.importXml(folder, id, ['--dry-run']),
      import: await importer.importXml(folder, id),
      'again, all on record': await importer.importXml(folder, id),
      floor: await floor(folder),
    };
    const lines = Object.entries(taken).map(([task, seconds]) => {
      return `| ${task} | ${seconds.toFixed(1)} | ${(count / seconds).toFixed(0)} | ${(seconds / taken.floor).toFixed(1)} |`;
    });
    process.stdout.write(
      `\n${count} NF-e of ${(bytes / count / 1024).toFixed(1)} KiB, the whole process of \`lavra import xml\`; ${availableParallelism()} cores for everything, load average ${load} before, Node ${process.versions.node}.\n` +
        `Floor: reading and hashing the same files.\n\n| | seconds | files a second | to the floor |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`,
    );
  } finally {
    await importer.stop();
  }
}
