import { child, readXml, textOf } from '../xml/reader.ts';
import { element, field, group } from '../xml/writer.ts';
import { type AuthorProgram, authorFields, type EventHeader, type LaidOutEvent, layoutEvent } from './events.ts';

/**
 * What an EPEC repeats of its note, as the note has it. Undefined where the note does not have it; the schema of the EPEC decides whether that is
 * allowed.
 */
type EpecFacts = {
  dhEmi: string | undefined;
  tpNF: string | undefined;
  /** Of the issuer. */
  IE: string | undefined;
  dest: {
    UF: string | undefined;
    CNPJ: string | undefined;
    CPF: string | undefined;
    idEstrangeiro: string | undefined;
    IE: string | undefined;
  };
  vNF: string | undefined;
  vICMS: string | undefined;
  vST: string | undefined;
};

/**
 * What the EPEC of a signed note repeats. It is read from the XML that is sent later, so that both agree whatever happens to the sale in between: the
 * authority compares them (467).
 *
 * @throws XmlRefused
 * @throws TypeError where the XML is not the NFe of an NF-e issued for an EPEC (tpEmis 4)
 */
export function epecFactsOf(signedXml: string): EpecFacts {
  const infNFe = child(readXml(signedXml), 'infNFe');
  if (!infNFe || textOf(infNFe, 'ide', 'mod') !== '55' || textOf(infNFe, 'ide', 'tpEmis') !== '4') {
    throw new TypeError('An EPEC is about the NFe of an NF-e of tpEmis 4');
  }
  const dest = (tag: string) => textOf(infNFe, 'dest', tag);
  const total = (tag: string) => textOf(infNFe, 'total', 'ICMSTot', tag);
  return {
    dhEmi: textOf(infNFe, 'ide', 'dhEmi'),
    tpNF: textOf(infNFe, 'ide', 'tpNF'),
    IE: textOf(infNFe, 'emit', 'IE'),
    dest: {
      UF: textOf(infNFe, 'dest', 'enderDest', 'UF'),
      CNPJ: dest('CNPJ'),
      CPF: dest('CPF'),
      idEstrangeiro: dest('idEstrangeiro'),
      IE: dest('IE'),
    },
    vNF: total('vNF'),
    vICMS: total('vICMS'),
    vST: total('vST'),
  };
}

/**
 * 110140, the event that announces an NF-e before it is transmitted (EPEC; NT 2014.001 v1.41, leiauteEPEC_v1.00.xsd). The national environment takes
 * it in place of the state's authorizer, which gets the note itself within 168 hours.
 *
 * @param note `epecFactsOf` the signed note
 */
export function epecEvent({ note, ...header }: EventHeader & AuthorProgram & { note: EpecFacts }): LaidOutEvent {
  const { dest } = note;
  return layoutEvent(header, '110140', [
    field('descEvento', 'EPEC'), // P19
    ...authorFields(header), // P20, P21, P22
    field('dhEmi', note.dhEmi), // P23
    field('tpNF', note.tpNF), // P24
    field('IE', note.IE), // P25
    group(
      'dest', // P26
      field('UF', dest.UF), // P27
      field('CNPJ', dest.CNPJ), // P28
      field('CPF', dest.CPF), // P29
      // A foreigner without a number has this field, empty, as in the note.
      dest.idEstrangeiro === '' ? element('idEstrangeiro', {}) : field('idEstrangeiro', dest.idEstrangeiro), // P30
      field('IE', dest.IE), // P31
      field('vNF', note.vNF), // P32
      field('vICMS', note.vICMS), // P33
      field('vST', note.vST), // P34
    ),
  ]);
}
