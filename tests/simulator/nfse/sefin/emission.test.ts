import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { A1Certificate } from '../../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../../simulator/settings.ts';
import { child, readXml, textOf } from '../../../../simulator/xml/element.ts';
import { openSchemas, type Schemas } from '../../../../simulator/xml/schemas.ts';
import { control } from '../../support/control.ts';
import {
  type Answer,
  ask,
  codes,
  barrierOf,
  packed,
  type SignedDps,
  signedDps,
  unpacked,
} from '../../support/sefin.ts';
import { start, type Started } from '../../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let schemas: Schemas;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181', name: 'Padaria & Cia' });
  schemas = openSchemas(simulatorSettings().schemas, new Date());
});
afterAll(async () => {
  schemas.close();
  await started.stop();
});

function next(): SignedDps {
  number += 1;
  return signedDps(certificate, { number });
}
const emit = ({ xml }: Pick<SignedDps, 'xml'>, barrier?: () => Promise<void>): Promise<Answer> => {
  const body = { dpsXmlGZipB64: packed(xml) };
  return ask(started.simulator, { method: 'POST', path: '/nfse', certificate, body, ...(barrier && { barrier }) });
};

test('a sound DPS generates an NFS-e: valid by schema, around the DPS as it came, signed by the authority', async () => {
  const dps = next();
  const { status, type, json } = await emit(dps);
  expect(status).toBe(201);
  expect(type).toContain('application/json');
  expect(json).toMatchObject({ tipoAmbiente: 2, versaoAplicativo: 'SefinNacional_1.6.0', idDps: dps.id, alertas: [] });

  const xml = unpacked(json.nfseXmlGZipB64);
  expect(schemas.faultOf('NFSe_v1.01.xsd', xml)).toBeUndefined();
  expect(xml).toContain(dps.xml.replace(/^<\?xml[^>]*\?>/, ''));
  const infNFSe = child(readXml(xml), 'infNFSe');
  expect(infNFSe?.attributes['Id']).toBe(`NFS${json.chaveAcesso}`);
  expect(textOf(infNFSe, 'cStat')).toBe('100');
  expect(textOf(infNFSe, 'emit', 'CNPJ')).toBe('11222333000181');
  expect(isGenuine(xml)).toBe(true);
  expect(isGenuine(xml.replace('<vServ>1000.00', '<vServ>1000.01'))).toBe(false);
});

test('numbers of notes are counted for each issuer, and stand in the key with month and check digit', async () => {
  const other = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  const first = await emitAs(other, 1);
  const second = await emitAs(other, 2);
  const month = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(2, 7).replace('-', '');
  expect(first.json.chaveAcesso).toMatch(new RegExp(`^35503082245723174000110000000000000${1}${month}\\d{10}$`));
  expect(second.json.chaveAcesso).toMatch(new RegExp(`^35503082245723174000110000000000000${2}${month}\\d{10}$`));
  expect(Number(second.json.chaveAcesso.at(-1))).toBe(checkDigit(second.json.chaveAcesso.slice(0, 49)));
});

test('a company with letters in its CNPJ gets a note like any other', async () => {
  const lettered = await started.simulator.issueCertificate({ taxId: '12ABC34501DE35' });
  const { status, json } = await emitAs(lettered, 1);
  expect(status).toBe(201);
  expect(json.chaveAcesso).toMatch(/^35503082212ABC34501DE350000000000001\d{14}$/);
  expect(schemas.faultOf('NFSe_v1.01.xsd', unpacked(json.nfseXmlGZipB64))).toBeUndefined();
  const found = await ask(started.simulator, { path: `/nfse/${json.chaveAcesso}`, certificate: lettered });
  expect(found.status).toBe(200);
});

test('the algorithms that clients choose are all taken', async () => {
  number += 1;
  expect((await emit(signedDps(certificate, { number, form: 'sha256' }))).status).toBe(201);
});

test('what was generated is asked by key and by DPS, and a restart forgets nothing', async () => {
  const dps = next();
  const { chaveAcesso, nfseXmlGZipB64 } = (await emit(dps)).json;
  await started.restart();
  const byKey = await ask(started.simulator, { path: `/nfse/${chaveAcesso}`, certificate });
  expect(byKey).toMatchObject({ status: 200, json: { chaveAcesso, nfseXmlGZipB64 } });
  const byDps = await ask(started.simulator, { path: `/dps/${dps.id}`, certificate });
  expect(byDps).toMatchObject({ status: 200, json: { chaveAcesso, idDps: dps.id } });
  const again = (await emit(next())).json.chaveAcesso;
  expect(Number(again.slice(23, 36))).toBe(Number(chaveAcesso.slice(23, 36)) + 1);
});

test('both base paths answer, and production beside homologation', async () => {
  for (const base of [
    'https://sefin.producaorestrita.nfse.gov.br/SefinNacional',
    'https://sefin.nfse.gov.br/SefinNacional',
  ]) {
    const unknown = await ask(started.simulator, { path: `${base}/dps/${next().id}`, certificate });
    expect(codes(unknown)).toEqual(['E2404']);
    expect(unknown).toMatchObject({ status: 404, json: { tipoAmbiente: base.includes('restrita') ? 2 : 1 } });
  }
  const local = `https://localhost/sefin.nfse.gov.br/SefinNacional/dps/${next().id}`;
  expect((await ask(started.simulator, { path: local, certificate })).status).toBe(404);
});

test('a DPS generates one note, however often and however fast it is sent', async () => {
  const dps = next();
  const barrier = barrierOf(5);
  const answers = await Promise.all(Array.from({ length: 5 }, () => emit(dps, barrier)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  expect(answers.flatMap(codes)).toEqual(['E0014', 'E0014', 'E0014', 'E0014']);
  const { json } = await control(started.simulator, 'GET', '/nfse?cnpj=11222333000181');
  expect((json as { idDps: string }[]).filter(({ idDps }) => idDps === dps.id)).toHaveLength(1);
});

test('a note says what SEFIN knows and computes: places, service, issuer and amounts', async () => {
  number += 1;
  const edits = [['</CNPJ><regTrib>', '</CNPJ><IM>123456</IM><fone>1133334444</fone><regTrib>']] as const;
  const infNFSe = child(
    readXml(unpacked((await emit(signedDps(certificate, { number, edits }))).json.nfseXmlGZipB64)),
    'infNFSe',
  );
  const said = (...path: string[]): string | undefined => textOf(infNFSe, ...path);
  expect([said('xLocEmi'), said('xLocPrestacao'), said('cLocIncid')]).toEqual(['São Paulo', 'São Paulo', '3550308']);
  expect(said('xTribNac')).toContain('Suporte técnico em informática');
  expect([said('emit', 'xNome'), said('emit', 'IM'), said('emit', 'enderNac', 'UF')]).toEqual([
    'Padaria & Cia',
    '123456',
    'SP',
  ]);
  expect([
    said('valores', 'vBC'),
    said('valores', 'pAliqAplic'),
    said('valores', 'vISSQN'),
    said('valores', 'vLiq'),
  ]).toEqual(['1000.00', '2.90', '29.00', '1000.00']);
  expect(said('IBSCBS', 'totCIBS', 'gCBS', 'vCBS')).toBeDefined();
});

test('the note of an individual entrepreneur has a code of its own', async () => {
  number += 1;
  const edits = [
    ['<opSimpNac>1', '<opSimpNac>2'],
    [/<vTotTrib>.*<\/vTotTrib>/, '<indTotTrib>0</indTotTrib>'],
  ] as const;
  const { json } = await emit(signedDps(certificate, { number, edits }));
  expect(codes({ json })).toEqual([]);
  expect(unpacked(json.nfseXmlGZipB64)).toContain('<cStat>107</cStat>');
});

test('every rule that a DPS breaks is said, with the words of the annex, and nothing is generated', async () => {
  number += 1;
  const city = '2611606';
  const dps = signedDps(certificate, { number, city, series: 50000 });
  const refused = await emit(dps);
  expect(refused).toMatchObject({ status: 400, json: { idDPS: dps.id } });
  expect(codes(refused)).toEqual(expect.arrayContaining(['E0010', 'E0037']));
  expect(refused.json.erros[0]?.Descricao).toContain('série');
  expect((await ask(started.simulator, { path: `/dps/${dps.id}`, certificate })).status).toBe(404);
});

test('a changed city changes what is checked and computed', async () => {
  const sent = async (): Promise<Answer> => {
    number += 1;
    return emit(signedDps(certificate, { number, city: '3304557' }));
  };
  await control(started.simulator, 'PUT', '/cities/3304557', { rates: { '010701': '3.00' } });
  expect(unpacked((await sent()).json.nfseXmlGZipB64)).toContain('<pAliqAplic>3.00</pAliqAplic>');
  await control(started.simulator, 'PUT', '/cities/3304557', { rates: {}, defaultRate: null });
  expect(codes(await sent())).toEqual(['E0312']);
});

async function emitAs(who: A1Certificate, number: number): Promise<Answer> {
  const { xml } = signedDps(who, { number });
  return ask(started.simulator, {
    method: 'POST',
    path: '/nfse',
    certificate: who,
    body: { dpsXmlGZipB64: packed(xml) },
  });
}

/** Whether the outer signature, which is the authority's, is valid by another library. */
function isGenuine(xml: string): boolean {
  const root = readXml(xml);
  const signature = child(root, 'Signature');
  const verified = new SignedXml({
    publicCert: pem(textOf(signature, 'KeyInfo', 'X509Data', 'X509Certificate') ?? ''),
  });
  try {
    verified.loadSignature(xml.slice(signature?.start, signature?.end));
    return verified.checkSignature(xml);
  } catch {
    return false;
  }
}

function pem(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function checkDigit(body: string): number {
  let [sum, weight] = [0, 2];
  for (const digit of [...body].reverse()) {
    sum += Number(digit) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
