import { randomInt } from 'node:crypto';
import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import type { Content } from '../../xml/writer.ts';
import { writeElement } from '../../xml/writer.ts';
import { digits, nfseKey } from '../access-key.ts';
import { computeNfse } from '../arithmetic.ts';
import type { Cities } from '../city.ts';
import { namespace } from '../form-check.ts';
import type { NfseCall } from '../operation.ts';
import type { Packed } from '../packed.ts';
import type { NfseNote } from '../records.ts';
import { sealed } from '../seal.ts';
import { application, taxIdIn } from './body.ts';

const generated = 100;
const generatedForMei = 107;
const mei = '2';

/** An address for issuers that give none; only DPS of the issuer itself leave it out, because SEFIN takes it from its register. */
const registered = { xLgr: 'RUA DO CADASTRO', nro: '100', xBairro: 'CENTRO', CEP: '01001000' };

/** The NFS-e that a DPS generates, and its record: everything that SEFIN says, around the DPS as it came, with SEFIN's signature. */
export function generateNote(
  dps: Packed,
  { environment, at }: Pick<NfseCall, 'environment' | 'at'>,
  { nfse: { register, cities, seal } }: TaxAuthority,
): { record: NfseNote; xml: string } {
  const infDPS = child(dps.root, 'infDPS');
  const issuer = taxIdIn(child(infDPS, 'prest')) ?? '';
  const dhEmi = textOf(infDPS, 'dhEmi') ?? '';
  const record: NfseNote = {
    kind: 'note',
    environment,
    chNFSe: '',
    idDps: infDPS?.attributes['Id'] ?? '',
    nNFSe: register.nextNumber(environment, issuer),
    nDFSe: register.nextDocument(environment),
    cStat: textOf(infDPS, 'prest', 'regTrib', 'opSimpNac') === mei ? generatedForMei : generated,
    dhProc: timestamp(at),
    issuer,
    taker: taxIdIn(child(infDPS, 'toma')),
    intermediary: taxIdIn(child(infDPS, 'interm')),
  };
  const chNFSe = nfseKey({
    cMun: textOf(infDPS, 'cLocEmi') ?? '',
    issuer,
    nNFSe: record.nNFSe,
    month: `${dhEmi.slice(2, 4)}${dhEmi.slice(5, 7)}`,
    code: digits(randomInt(1_000_000_000), 9),
  });
  const received = dps.source.slice(dps.root.start, dps.root.end);
  const infNFSe = writeElement('infNFSe', { '@Id': `NFS${chNFSe}`, ...contentOf(dps.root, record, cities) }, received);
  const xml = sealed(writeElement('NFSe', { '@xmlns': namespace, '@versao': '1.01' }, infNFSe), 'infNFSe', seal);
  return { record: { ...record, chNFSe }, xml };
}

function contentOf(dps: Element, { nNFSe, nDFSe, cStat, dhProc }: NfseNote, cities: Cities): Content {
  const infDPS = child(dps, 'infDPS');
  const service = child(infDPS, 'serv', 'cServ');
  const { cLocIncid, xLocIncid, valores, IBSCBS } = computeNfse(dps, cities);
  const place = textOf(infDPS, 'serv', 'locPrest', 'cLocPrestacao');
  return {
    xLocEmi: cityName(textOf(infDPS, 'cLocEmi') ?? '', cities),
    xLocPrestacao:
      place === undefined ? (textOf(infDPS, 'serv', 'locPrest', 'cPaisPrestacao') ?? '') : cityName(place, cities),
    nNFSe,
    cLocIncid,
    xLocIncid,
    xTribNac: `Serviço ${textOf(service, 'cTribNac') ?? ''}`,
    xTribMun: labelled('Serviço municipal', textOf(service, 'cTribMun')),
    xNBS: labelled('Serviço NBS', textOf(service, 'cNBS')),
    verAplic: application,
    ambGer: 2,
    tpEmis: 1,
    procEmi: 1,
    cStat,
    dhProc,
    nDFSe,
    emit: issuerContent(infDPS, cities),
    valores,
    IBSCBS,
  };
}

function issuerContent(infDPS: Element | undefined, cities: Cities): Content {
  const prest = child(infDPS, 'prest');
  const end = child(prest, 'end');
  const national = child(end, 'endNac');
  const cMun = textOf(national, 'cMun') ?? textOf(infDPS, 'cLocEmi') ?? '';
  const given = {
    xLgr: textOf(end, 'xLgr') ?? '',
    nro: textOf(end, 'nro') ?? '',
    xCpl: textOf(end, 'xCpl'),
    xBairro: textOf(end, 'xBairro') ?? '',
  };
  const { CEP, ...known } = registered;
  return {
    CNPJ: textOf(prest, 'CNPJ'),
    CPF: textOf(prest, 'CPF'),
    IM: textOf(prest, 'IM'),
    xNome: textOf(prest, 'xNome') ?? `EMPRESA ${taxIdIn(prest) ?? ''}`,
    enderNac: {
      ...(national ? given : known),
      cMun,
      UF: cities.of(cMun)?.UF || 'SP',
      CEP: textOf(national, 'CEP') ?? CEP,
    },
    fone: textOf(prest, 'fone'),
    email: textOf(prest, 'email'),
  };
}

function cityName(cMun: string, cities: Cities): string {
  return cities.of(cMun)?.xMun ?? `Município ${cMun}`;
}

function labelled(label: string, code: string | undefined): string | undefined {
  return code === undefined ? undefined : `${label} ${code}`;
}
