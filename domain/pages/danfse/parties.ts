import { dottedPostalCodeMask, phoneMask, taxIdMask } from '../../masks.ts';
import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { type Block, stack } from '../html/drawing.ts';
import { street, partyTaxId } from '../html/values.ts';
import { row, sentenceBlock, titledRow } from './form.ts';
import { municipalityWithState, type ServiceNote } from './service-note.ts';
import { meaningOf, parts } from './words.ts';

/** The provider, and the provider's position in Simples Nacional. */
export function provider(note: ServiceNote): Block {
  const prest = child(note.infDPS, 'prest');
  if (!prest) return stack([]);
  const regime = (tag: 'opSimpNac' | 'regApTribSN') => meaningOf(tag, textOf(prest, 'regTrib', tag));
  return stack([
    party(note, 'PRESTADOR / FORNECEDOR', prest),
    row([
      { label: 'Simples Nacional na Data de Competência', text: regime('opSimpNac'), column: 0 },
      { label: 'Regime de Apuração Tributária pelo SN', text: regime('regApTribSN'), column: 2 },
    ]),
  ]);
}

/** The taker of the service, as far as the note tells. */
export function taker(note: ServiceNote): Block {
  const toma = child(note.infDPS, 'toma');
  return toma
    ? party(note, 'TOMADOR / ADQUIRENTE', toma)
    : sentenceBlock('TOMADOR/ADQUIRENTE DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}

/** The recipient of the service, where the note names one. */
export function recipient(note: ServiceNote): Block {
  const dest = child(note.infDPS, 'IBSCBS', 'dest');
  if (dest) return party(note, 'DESTINATÁRIO DA OPERAÇÃO', dest, false);
  return textOf(note.infDPS, 'IBSCBS', 'indDest') === '0'
    ? sentenceBlock('O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO')
    : sentenceBlock('DESTINATÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}

/** The intermediary of the service. */
export function intermediary(note: ServiceNote): Block {
  const interm = child(note.infDPS, 'interm');
  return interm
    ? party(note, 'INTERMEDIÁRIO DA OPERAÇÃO', interm)
    : sentenceBlock('INTERMEDIÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}

/** Title and three rows of a party; a recipient has no municipal registration. */
function party(note: ServiceNote, title: string, group: XmlElement, hasRegistration = true): Block {
  // A party that issues the note declares no more than its tax id: the group `emit` has what the authority added.
  const emit = child(note.infNFSe, 'emit');
  const known = emit && partyTaxId(emit) === partyTaxId(group) ? emit : undefined;
  const of = (tag: string) => textOf(group, tag) ?? (known && textOf(known, tag));
  const address = addressOf(note, child(group, 'end') ?? (known && child(known, 'enderNac')));
  const foreignId = textOf(group, 'NIF') ?? meaningOf('cNaoNIF', textOf(group, 'cNaoNIF'));
  return stack([
    titledRow(title, [
      { label: 'CNPJ / CPF / NIF', text: taxIdMask(partyTaxId(group)) || foreignId, column: 1 },
      ...(hasRegistration ? [{ label: 'Indicador Municipal (Inscrição)', text: of('IM'), column: 2 }] : []),
      { label: 'Telefone', text: phoneMask(of('fone')), column: 3 },
    ]),
    row([
      { label: 'Nome / Nome Empresarial', text: of('xNome'), column: 0 },
      { label: 'Município / Sigla UF', text: address.city, column: 2 },
      { label: 'Código IBGE / CEP', text: address.codes, column: 3 },
    ]),
    row([
      { label: 'Endereço', text: address.street, column: 0 },
      { label: 'E-mail', text: of('email'), column: 2 },
    ]),
  ]);
}

type Address = { city: string | undefined; codes: string; street: string };

/** From `end`, which contains a national or a foreign group, or from `enderNac` of the group `emit`, which contains everything itself. */
function addressOf(note: ServiceNote, group: XmlElement | undefined): Address {
  const abroad = group && child(group, 'endExt');
  const inBrazil = group && (child(group, 'endNac') ?? group);
  const code = inBrazil && textOf(inBrazil, 'cMun');
  const postalCode = inBrazil && textOf(inBrazil, 'CEP');
  return {
    city: abroad ? parts(textOf(abroad, 'xCidade'), textOf(abroad, 'cPais')) : municipalityWithState(note, code),
    codes: abroad
      ? parts(undefined, textOf(abroad, 'cEndPost'))
      : parts(code, postalCode && dottedPostalCodeMask(postalCode)),
    street: [street(group), group && textOf(group, 'xBairro')].filter(Boolean).join(' - '),
  };
}
