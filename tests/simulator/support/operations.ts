import type { Edits } from './test-company.ts';

/** Edits that make the Simples note one of the normal regime with this ICMS group; without IBS and CBS, as production still accepts it. */
export function normalRegimeWith(icms: string, totals = { base: '0.00', value: '0.00' }): Edits {
  return [['<CRT>1</CRT>', '<CRT>3</CRT>'], [/<ICMSSN102>.*<\/ICMSSN102>/, icms], ...totalsOf(totals)];
}

function totalsOf({ base, value }: { base: string; value: string }): Edits {
  if (base === '0.00') return [];
  return [['<vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>', `<vBC>${base}</vBC><vICMS>${value}</vICMS><vICMSDeson>`]];
}

/** Edits that make the recipient a company of this state, which pays ICMS. */
export function toTaxpayer(state: keyof typeof places = 'SP'): Edits {
  return [
    ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
    ...livingIn(state),
    ['<indIEDest>9</indIEDest>', `<indIEDest>1</indIEDest><IE>${places[state].registration}</IE>`],
  ];
}

const places = {
  SP: { municipality: '3550308', registration: '110042490114' },
  RJ: { municipality: '3304557', registration: '99999993' },
  AM: { municipality: '1302603', registration: '041939808' },
};

/** Edits that move the recipient's address to a state. */
export function livingIn(state: keyof typeof places): Edits {
  if (state === 'SP') return [];
  return [[/(<enderDest>.*?)<cMun>\d{7}(.*?)<UF>SP/, `$1<cMun>${places[state].municipality}$2<UF>${state}`]];
}

/** Edits that make the operation interstate, with this CFOP. */
export function interstate(cfop: string): Edits {
  return [
    ['<idDest>1', '<idDest>2'],
    ['<CFOP>5102', `<CFOP>${cfop}`],
  ];
}

/** A place of a third party in a state, for pickup or delivery of goods. */
export function place(name: 'retirada' | 'entrega', state: keyof typeof municipalities): string {
  return (
    `<${name}><CPF>52998224725</CPF><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro>` +
    `<cMun>${municipalities[state]}</cMun><xMun>Cidade</xMun><UF>${state}</UF></${name}>`
  );
}

const municipalities = { SP: '3509502', RJ: '3304557', MG: '3106200' };

/** Edits that put places after the recipient. */
export function goingBy(...places: readonly string[]): Edits[number] {
  return ['</dest>', `</dest>${places.join('')}`];
}

/** Edits for goods that come back from their buyer, naming the item of a note. */
export function comingBack(cfop: string): Edits {
  return [
    ['<finNFe>1', '<finNFe>4'],
    ['<tpNF>1', '<tpNF>0'],
    ['<CFOP>5102', `<CFOP>${cfop}`],
    [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
  ];
}

/** An edit that refers the item to the first item of a note. */
export function referring(chNFe: string): Edits[number] {
  return ['</det>', `<DFeReferenciado><chaveAcesso>${chNFe}</chaveAcesso><nItem>1</nItem></DFeReferenciado></det>`];
}

/** An edit that makes the item fuel consumed in a state: ethanol, which has no single-phase ICMS. */
export function fuel(state: string): Edits[number] {
  const said = `<cProdANP>810101001</cProdANP><descANP>ETANOL HIDRATADO COMUM</descANP><UFCons>${state}</UFCons>`;
  return ['</indTot>', `</indTot><comb>${said}</comb>`];
}

/** Edits that double the item; they come after other edits of it. */
export const twice: Edits = [
  [/(<det nItem=")1(".*<\/det>)/, '$11$2$12$2'],
  ['<vProd>100.00</vProd><vFrete>', '<vProd>200.00</vProd><vFrete>'],
  ['<vNF>100.00', '<vNF>200.00'],
  ['<vPag>100.00', '<vPag>200.00'],
];
