import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../machine/command.ts';
import { machineSettings } from '../../../machine/settings.ts';
import { missingProgram } from '../../clients/generated.ts';
import { packages } from '../../clients/generator.ts';
import { schemaPack } from '../../support/servers/schema-pack.ts';
import { fiscalCases } from '../cases/index.ts';
import { checked, signed } from '../engine/issue.ts';
import { issuedServices, reportedInput } from '../services/issued.ts';

/** The output of `check_goods.py`: how often each rule was checked, and the faults by file. */
type SecondOpinion = {
  notes: number;
  checks: Record<string, number>;
  faults: Record<string, string[]>;
  /** What it read of a service. */
  read?: Record<string, object>;
};

const missing = missingProgram({ needs: [['python3', '-c', 'import sys, pip; sys.exit(sys.version_info < (3, 10))']] });
const because = missing ? ' (skipped: there is no Python from 3.10 on with pip)' : '';

const issued = Object.values(fiscalCases)
  .flat()
  .flatMap((one) => ('gives' in one ? [{ of: one.of, xml: issuedNote(one.sale) }] : []));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-opinion-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

(missing ? describe.skip : describe)(`a program that shares nothing with this one${because}`, () => {
  test('accepts every note of the fiscal cases by the official schema, and finds each of their figures again', async () => {
    const { notes, checks, faults } = await secondOpinionOf(issued.map(({ xml }) => xml));
    expect(named(faults)).toEqual({});
    expect(notes).toBe(issued.length);
    expect(Object.keys(checks).length).toBeGreaterThanOrEqual(50);
    expect(checks).toMatchObject({ schema: notes, DigestValue: notes, 'total vProd': notes });
  });

  test.each([
    ['the schema', /<xNome>[^<]*<\/xNome>/, '<xNome></xNome>', 'schema'],
    ['the check digit of the key', /<cDV>\d</, '<cDV>x<', 'cDV'],
    ['what was signed', /<natOp>Venda/, '<natOp>Renda', 'DigestValue'],
    ['the ICMS of an item', /<vICMS>190\.00</, '<vICMS>180.00<', 'vICMS'],
    ['the base of IBS and CBS', /<vBC>810\.00</, '<vBC>1000.00<', 'vBC of IBS and CBS'],
    ['the CBS', /<vCBS>7\.29</, '<vCBS>9.00<', 'vCBS'],
    ['the total of the goods', /<vProd>1000\.00<\/vProd><vFrete>/, '<vProd>900.00</vProd><vFrete>', 'total vProd'],
    ['the total of the note', /<vNF>1000\.00</, '<vNF>1072.90<', 'vNF'],
    ['the total with the new taxes', /<vNFTot>1000\.00</, '<vNFTot>1008.10<', 'vNFTot'],
  ])('would see it if %s were wrong', async (_what, right, wrong, rule) => {
    const [note] = issued.filter(({ xml }) => right.test(xml) && xml.includes('<vBC>810.00<'));
    const { faults } = await secondOpinionOf([note!.xml.replace(right, wrong)]);
    expect(Object.values(faults).flat()).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: `)));
  });
});

(missing ? describe.skip : describe)(`another of services${because}`, () => {
  const services = issuedServices();
  const dps = services.map(({ xml }) => xml);

  test('accepts every DPS of the cases by the official schema, and reads in it what was asked for', async () => {
    const { notes, checks, faults, read = {} } = await secondOpinionOf(dps, ofServices);
    expect(faults).toEqual({});
    expect(checks).toMatchObject({ schema: notes, DigestValue: notes, tpOper: notes, 'one total': notes });
    for (const [index, { service }] of services.entries()) {
      expect(read[`${index}.xml`]).toMatchObject(reportedInput(service));
    }
  });

  test.each([
    ['how it is paid', /<tpOper>5<\/tpOper>/, '', 'tpOper'],
    ['who gets it', /<indDest>1</, '<indDest>0<', 'indDest'],
    ['what is passed on', /<vlrReeRepRes>400\.00</, '<vlrReeRepRes>4000.00<', 'vlrReeRepRes'],
    ['the total of taxes', /<vTotTribFed>134\.50</, '<vTotTribFed>1134.50<', 'vTotTrib'],
    ['what was signed', /<xDescServ>Serv/, '<xDescServ>Nerv', 'DigestValue'],
  ])('would see it if %s were wrong', async (_what, right, wrong, rule) => {
    const of = dps.find((xml) => right.test(xml)) ?? '';
    const { faults } = await secondOpinionOf([of.replace(right, wrong)], ofServices);
    expect(Object.values(faults).flat()).toContain(rule);
  });
});

const ofGoods = { family: 'nfe', schema: 'nfe_v4.00.xsd', program: 'check_goods.py' };
const ofServices = { family: 'nfse', schema: 'DPS_v1.01.xsd', program: 'check_service.py' };

function issuedNote(sale: Parameters<typeof checked>[0]): string {
  const { note, faults } = checked(sale);
  if (!note) throw new Error(`it is refused: ${JSON.stringify(faults)}`);
  return signed(note, sale);
}

let opinions = 0;

async function secondOpinionOf(notes: string[], of = ofGoods): Promise<SecondOpinion> {
  const lxml = await packages('lxml-6.1.3', ['lxml==6.1.3']);
  const files = join(folder, String((opinions += 1)));
  await mkdir(files);
  await Promise.all(notes.map((xml, index) => writeFile(join(files, `${index}.xml`), xml)));
  const schema = join(schemaPack().folder, of.family, of.schema);
  const program = join(import.meta.dirname, of.program);
  return JSON.parse(
    await command('python3', [program, schema, files], {
      env: { ...machineSettings().inherited, PYTHONPATH: lxml, PYTHONDONTWRITEBYTECODE: '1' },
    }),
  ) as SecondOpinion;
}

/** The faults by the name of their case. */
function named(faults: SecondOpinion['faults']): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(faults).map(([file, found]) => [issued[Number.parseInt(file)]?.of ?? file, found]),
  );
}
