import { demoSale, demoService } from '../../local/demo/sales.ts';

/** The documents that can be measured: what an ERP posts for one, what the simulator calls the service that takes it, what is signed. */
export const kinds = {
  NFE: { sale: demoSale, service: 'NfeAutorizacao', signed: /<infNFe .*<\/infNFe>/s },
  NFSE: { sale: demoService, service: 'NfseEmissao', signed: /<infDPS .*<\/infDPS>/s },
} as const;
export type Kind = keyof typeof kinds;

/** @throws TypeError where a name between the commas is no kind */
export function kindsIn(list: string): Kind[] {
  return list.split(',').map((name) => {
    if (name === 'NFE' || name === 'NFSE') return name;
    throw new TypeError(`--type is ${Object.keys(kinds).join(' or ')}, or several with commas; not "${name}"`);
  });
}
