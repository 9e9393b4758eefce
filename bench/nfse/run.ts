import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createValidator } from '../../adapters/schemas/validator.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { buildDps, layoutDps } from '../../domain/nfse/dps.ts';
import { schemaPack } from '../../machine/schema-pack.ts';
import { machineSettings } from '../../machine/settings.ts';
import { dpsIdentity, fullService } from '../../tests/support/samples/services.ts';
import { makeSigner } from '../../tests/support/samples/signer.ts';
import { checkFloor, signFloor } from '../nfe/floor.ts';
import { measure, median } from '../nfe/measure.ts';

/** In how many turns contestants alternate, so that other load on the machine affects both alike. */
const turns = 25;
const rounds = 24;
/** Enough for the engine to compile hot code, as in a process that has run for a while. */
const warmUp = 1500;

const { family, file } = traitsOf.NFSE.schema;
const signer = makeSigner();
const service = fullService();
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const folder = join(await schemaPack(machineSettings(), log), family);
const validator = createValidator(folder);
const bare = checkFloor(folder, file);

const { infDPS } = layoutDps(service, dpsIdentity);
const signed = buildDps(service, dpsIdentity, signer).xml;
const contestants = {
  sign: { ours: () => buildDps(service, dpsIdentity, signer), floor: () => signFloor(infDPS, signer) },
  check: { ours: () => validator.validate(file, signed), floor: () => bare(signed) },
};

async function compare(task: 'sign' | 'check') {
  const { ours, floor } = contestants[task];
  const timesMs: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
  await measure(ours, warmUp);
  await measure(floor, warmUp);
  for (let round = 0; round < rounds; round++) {
    timesMs.ours.push(...(await measure(ours, turns)));
    timesMs.floor.push(...(await measure(floor, turns)));
  }
  return { ours: median(timesMs.ours), floor: median(timesMs.floor) };
}

const load = () => loadavg()[0]?.toFixed(1) ?? '-';
const before = load();
const sign = await compare('sign');
const check = await compare('check');
const both = { ours: sign.ours + check.ours, floor: sign.floor + check.floor };
const row = (what: string, { ours, floor }: typeof both) =>
  `| ${[what, ours.toFixed(2), floor.toFixed(2), `${(ours / floor).toFixed(1)} x`].join(' | ')} |\n`;

process.stdout.write(
  `\nA DPS with every group, ${signed.length} characters; medians of ${rounds * turns} runs in milliseconds, Node ${process.versions.node}, ` +
    `load ${before} to ${load()}.\n\n` +
    '| | Lavra | floor | Lavra to floor |\n| --- | --- | --- | --- |\n' +
    row('build and sign', sign) +
    row('schema check', check) +
    row('both', both),
);
