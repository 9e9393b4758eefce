import { demoSale, demoService } from '../../local/demo/sales.ts';

/** The documents that can be measured: what an ERP posts, the simulator's name of the service that takes it, and the signed element. */
export const kinds = {
  NFE: { sale: demoSale, service: 'NfeAutorizacao', signed: /<infNFe .*<\/infNFe>/s },
  NFSE: { sale: demoService, service: 'NfseEmissao', signed: /<infDPS .*<\/infDPS>/s },
} as const;
export type Kind = keyof typeof kinds;

/** @throws TypeError if a name between the commas is not a kind */
export function kindsIn(list: string): Kind[] {
  return list.split(',').map((name) => {
    if (name === 'NFE' || name === 'NFSE') return name;
    throw new TypeError(`--type is ${Object.keys(kinds).join(' or ')}, or several with commas; not "${name}"`);
  });
}
