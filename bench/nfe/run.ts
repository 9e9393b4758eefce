import { join } from 'node:path';
import { createValidator } from '../../adapters/schemas/validator.ts';
import { signNfe } from '../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../domain/nfe/layout/inf-nfe.ts';
import { readXml } from '../../domain/xml/reader.ts';
import { schemaPack } from '../../machine/schema-pack.ts';
import { machineSettings } from '../../machine/settings.ts';
import { identity } from '../../tests/support/samples/notes.ts';
import { makeSigner } from '../../tests/support/samples/signer.ts';
import { checkFloor, signFloor } from './floor.ts';
import { measure, median } from './measure.ts';
import { asObjects, tenItems } from './note.ts';
import { pfxOf } from './pfx.ts';
import { startRival } from './rival.ts';

/** In how many turns contestants alternate, so that other load on the machine affects all alike. */
const turns = 25;
const rounds = 12;
/** Enough for the engine to compile hot code, as in a process that has run for a while. */
const warmUp = 1500;

const signer = makeSigner();
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const folder = join(await schemaPack(machineSettings(), log), 'nfe');
const validator = createValidator(folder);
const bare = checkFloor(folder, 'nfe_v4.00.xsd');

function build(): string {
  const { accessKey, infNFe } = layoutNfe(tenItems, identity);
  return signNfe(infNFe, accessKey, signer).xml;
}

const { infNFe } = layoutNfe(tenItems, identity);
const signed = build();
const rival = startRival();
const signedByRival = await rival.prepare({
  note: asObjects(readXml(infNFe)),
  pfx: pfxOf(signer, 'senha'),
  password: 'senha',
});

const contestants = {
  sign: { ours: build, floor: () => signFloor(infNFe, signer) },
  check: { ours: () => validator.validate('nfe_v4.00.xsd', signed), floor: () => bare(signed) },
};

async function compare(task: 'sign' | 'check') {
  const { ours, floor } = contestants[task];
  const timesMs: Record<'ours' | 'floor' | 'rival', number[]> = { ours: [], floor: [], rival: [] };
  await measure(ours, warmUp);
  await measure(floor, warmUp);
  for (let round = 0; round < rounds; round++) {
    timesMs.ours.push(...(await measure(ours, turns)));
    timesMs.floor.push(...(await measure(floor, turns)));
    timesMs.rival.push(...((await rival.measure(task, turns)) ?? []));
  }
  return { ours: median(timesMs.ours), floor: median(timesMs.floor), rival: median(timesMs.rival) };
}

const sign = await compare('sign');
const check = await compare('check');
rival.stop();

const both = { ours: sign.ours + check.ours, floor: sign.floor + check.floor, rival: sign.rival + check.rival };
const ms = (time: number) => (Number.isNaN(time) ? 'not measured' : time.toFixed(2));
const times = (ratio: number) => (Number.isNaN(ratio) ? '-' : `${ratio.toFixed(1)} x`);
const row = (what: string, { ours, floor, rival: theirs }: typeof both) =>
  `| ${[what, ms(ours), ms(floor), ms(theirs), times(ours / floor), times(theirs / ours)].join(' | ')} |\n`;

process.stdout.write(
  `\nA note of 10 items, ${signed.length} characters; medians of ${rounds * turns} runs in milliseconds, Node ${process.versions.node}.\n\n` +
    '| | Lavra | floor | node-sped-nfe 1.2.52 | Lavra to floor | node-sped-nfe to Lavra |\n| --- | --- | --- | --- | --- | --- |\n' +
    row('build and sign', sign) +
    row('schema check', check) +
    row('both', both) +
    `\nThe rival's note has ${validator.validate('nfe_v4.00.xsd', signedByRival).length} schema faults.\n` +
    (Number.isNaN(check.rival)
      ? 'node-sped-nfe checks by the program xmllint, which is not on the PATH or refused the note.\n'
      : ''),
);
