import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';
import type { Signer } from '../xml/signature.ts';
import { element, field } from '../xml/writer.ts';
import { signedEnvelope } from './build-nfe.ts';

/** A range of numbers that is given up (MOC 7.0, DP01 to DP16). Issuers with a CPF cannot ask for it (266). */
export type InutilizedRange = {
  /** cUF of the issuer's state. */
  stateCode: string;
  /** Four digits, Brasília time. */
  year: number;
  cnpj: string;
  model: Model;
  series: number;
  first: number;
  last: number;
  /** 15 to 255 characters. */
  justification: string;
  environment: Environment;
};

/** An inutilization before its signature. */
export function layoutInutilization(range: InutilizedRange): { id: string; infInut: string } {
  const year = String(range.year).slice(-2);
  const series = String(range.series).padStart(3, '0');
  const [first, last] = [range.first, range.last].map((number) => String(number).padStart(9, '0'));
  const id = `ID${range.stateCode}${year}${range.cnpj}${range.model}${series}${first}${last}`;
  const infInut = element(
    'infInut',
    { Id: id }, // DP04
    field('tpAmb', range.environment === 'PRODUCTION' ? '1' : '2'), // DP05
    field('xServ', 'INUTILIZAR'), // DP06
    field('cUF', range.stateCode), // DP07
    field('ano', year), // DP08
    field('CNPJ', range.cnpj), // DP09
    field('mod', range.model), // DP10
    field('serie', String(range.series)), // DP11
    field('nNFIni', String(range.first)), // DP12
    field('nNFFin', String(range.last)), // DP13
    field('xJust', range.justification), // DP14
  );
  return { id, infInut };
}

/** Signs an inutilization and wraps it as the `inutNFe` that is stored and sent, byte for byte. */
export function signInutilization(
  { id, infInut }: { id: string; infInut: string },
  signer: Signer,
): { xml: string; digestValue: string } {
  return signedEnvelope({ name: 'inutNFe', versao: '4.00' }, { element: infInut, id }, signer);
}
