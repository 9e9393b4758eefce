import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';

/** A DPS that is valid by schema, as rules and sums read it. Groups and fields carry the names of the layout. */
export type Dps = {
  versao: string;
  id: string;
  infDPS: Element | undefined;
  prest: Element | undefined;
  toma: Element | undefined;
  interm: Element | undefined;
  serv: Element | undefined;
  valores: Element | undefined;
  tribMun: Element | undefined;
  tribFed: Element | undefined;
  totTrib: Element | undefined;
  IBSCBS: Element | undefined;
  dCompet: string;
  cLocEmi: string;
  cTribNac: string;
  tribISSQN: string;
  tpRetISSQN: string;
  opSimpNac: string;
  regApTribSN: string | undefined;
  regEspTrib: string;
};

/** Reads the element DPS. */
export function readDps(dps: Element): Dps {
  const infDPS = child(dps, 'infDPS');
  const prest = child(infDPS, 'prest');
  const serv = child(infDPS, 'serv');
  const valores = child(infDPS, 'valores');
  const tribMun = child(valores, 'trib', 'tribMun');
  return {
    versao: dps.attributes['versao'] ?? '',
    id: infDPS?.attributes['Id'] ?? '',
    infDPS,
    prest,
    toma: child(infDPS, 'toma'),
    interm: child(infDPS, 'interm'),
    serv,
    valores,
    tribMun,
    tribFed: child(valores, 'trib', 'tribFed'),
    totTrib: child(valores, 'trib', 'totTrib'),
    IBSCBS: child(infDPS, 'IBSCBS'),
    dCompet: textOf(infDPS, 'dCompet') ?? '',
    cLocEmi: textOf(infDPS, 'cLocEmi') ?? '',
    cTribNac: textOf(serv, 'cServ', 'cTribNac') ?? '',
    tribISSQN: textOf(tribMun, 'tribISSQN') ?? '',
    tpRetISSQN: textOf(tribMun, 'tpRetISSQN') ?? '',
    opSimpNac: textOf(prest, 'regTrib', 'opSimpNac') ?? '',
    regApTribSN: textOf(prest, 'regTrib', 'regApTribSN'),
    regEspTrib: textOf(prest, 'regTrib', 'regEspTrib') ?? '',
  };
}

/** The DPS inside an NFS-e. */
export function dpsInside(nfse: Element): Dps | undefined {
  const dps = child(nfse, 'infNFSe', 'DPS');
  return dps && readDps(dps);
}

/** CNPJ, CPF or NIF of a person; undefined where the group is missing or says why there is no NIF. */
export function identifierOf(person: Element | undefined): string | undefined {
  return textOf(person, 'CNPJ') ?? textOf(person, 'CPF') ?? textOf(person, 'NIF');
}

export const isTaxable = ({ tribISSQN }: Dps): boolean => tribISSQN === '1';
export const isMei = ({ opSimpNac }: Dps): boolean => opSimpNac === '2';
export const isSmallCompany = ({ opSimpNac }: Dps): boolean => opSimpNac === '3';
/** Whether a small company pays ISSQN within the Simples Nacional. */
export const paysIssqnBySimples = (dps: Dps): boolean => isSmallCompany(dps) && dps.regApTribSN === '1';
export const withholds = ({ tpRetISSQN }: Dps): boolean => tpRetISSQN === '2' || tpRetISSQN === '3';
export const hasSpecialRegime = ({ regEspTrib }: Dps): boolean => regEspTrib !== '0';
