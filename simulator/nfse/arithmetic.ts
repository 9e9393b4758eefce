import { Decimal } from 'decimal.js';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';
import type { Cities } from './city.ts';

/** What an NFS-e says of its amounts. Texts are as the layout writes them; what is absent is not written. */
export type NfseAmounts = {
  /** Where ISSQN is due: none for exports and services without it. */
  cLocIncid?: string;
  xLocIncid?: string;
  /** infNFSe/valores, in the order of the layout. */
  valores: {
    vCalcDR?: string;
    tpBM?: string;
    vCalcBM?: string;
    vBC?: string;
    pAliqAplic?: string;
    vISSQN?: string;
    vTotalRet?: string;
    vLiq: string;
  };
  /** infNFSe/IBSCBS, where the DPS declares the taxes. */
  IBSCBS?: NfseIbsCbs;
};

/** infNFSe/IBSCBS, each group in the order of the layout. */
export type NfseIbsCbs = {
  cLocalidadeIncid: string;
  xLocalidadeIncid: string;
  valores: {
    vBC: string;
    vCalcReeRepRes?: string;
    uf: { pIBSUF: string; pRedAliqUF?: string; pAliqEfetUF: string };
    mun: { pIBSMun: string; pRedAliqMun?: string; pAliqEfetMun: string };
    fed: { pCBS: string; pRedAliqCBS?: string; pAliqEfetCBS: string };
  };
  totCIBS: {
    vTotNF: string;
    gIBS: {
      vIBSTot: string;
      gIBSUFTot: { vDifUF?: string; vIBSUF: string };
      gIBSMunTot: { vDifMun?: string; vIBSMun: string };
    };
    gCBS: { vDifCBS?: string; vCBS: string };
    gTribRegular?: {
      pAliqEfeRegIBSUF: string;
      vTribRegIBSUF: string;
      pAliqEfeRegIBSMun: string;
      vTribRegIBSMun: string;
      pAliqEfeRegCBS: string;
      vTribRegCBS: string;
    };
  };
};

/** What SEFIN computes from a DPS. */
export function computeNfse(dps: Element, _cities: Cities): NfseAmounts {
  const vServ = new Decimal(textOf(dps, 'infDPS', 'valores', 'vServPrest', 'vServ') ?? 0);
  return { valores: { vLiq: vServ.toFixed(2) } };
}
