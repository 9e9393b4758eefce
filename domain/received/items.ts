import { child, children, readXml, textOf, type XmlElement } from '../xml/reader.ts';
import type { SchemaType } from './kinds.ts';

/** An item of a note of another issuer, as its XML has it; numbers are decimal strings. */
export type ReceivedItem = {
  code: string;
  description: string;
  /** `NCM 19012090 · CFOP 5102`; empty for a service. */
  about: string;
  quantity: string;
  unit: string;
  unitValue: string;
  total: string;
};

/**
 * The items of a received note, from its XML; none for a summary or an event, which have no items.
 *
 * @throws XmlRefused
 */
export function itemsOf(xml: Uint8Array, schemaType: SchemaType): ReceivedItem[] {
  switch (schemaType) {
    case 'PROC_NFE': {
      const infNFe = child(readXml(xml), 'NFe', 'infNFe');
      return infNFe ? children(infNFe, 'det').map(goodsOf) : [];
    }
    case 'NFSE': {
      const infDPS = child(readXml(xml), 'infNFSe', 'DPS', 'infDPS');
      return infDPS ? [serviceOf(infDPS)] : [];
    }
    case 'RES_NFE':
    case 'RES_EVENTO':
    case 'PROC_EVENTO':
    case 'EVENTO_NFSE':
      return [];
  }
}

function goodsOf(det: XmlElement): ReceivedItem {
  const said = (name: string): string => textOf(det, 'prod', name) ?? '';
  return {
    code: said('cProd'),
    description: said('xProd'),
    about: `NCM ${said('NCM')} · CFOP ${said('CFOP')}`,
    quantity: said('qCom'),
    unit: said('uCom'),
    unitValue: said('vUnCom'),
    total: said('vProd'),
  };
}

function serviceOf(infDPS: XmlElement): ReceivedItem {
  const total = textOf(infDPS, 'valores', 'vServPrest', 'vServ') ?? '';
  return {
    code: textOf(infDPS, 'serv', 'cServ', 'cTribNac') ?? '',
    description: textOf(infDPS, 'serv', 'cServ', 'xDescServ') ?? '',
    about: '',
    quantity: '1',
    unit: '',
    unitValue: total,
    total,
  };
}
