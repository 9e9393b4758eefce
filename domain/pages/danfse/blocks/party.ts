import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { street, taxIdOf } from '../../html/addresses.ts';
import { type Block, stack } from '../../html/block.ts';
import { dottedPostalCodeMask, phoneMask, taxIdMask } from '../../../masks.ts';
import { row, titledRow } from '../drawing/row.ts';
import { municipality } from '../places.ts';
import type { ServiceNote } from '../service-note.ts';
import { parts } from '../values.ts';
import { meaningOf } from '../words.ts';

/** Title and three rows of who has a part in the service; a recipient has no municipal registration. */
export function party(note: ServiceNote, title: string, group: XmlElement, hasRegistration = true): Block {
  // Who issues the note declares no more than the tax id: the emitter of the note adds what it knows of him.
  const emit = child(note.infNFSe, 'emit');
  const known = emit && taxIdOf(emit) === taxIdOf(group) ? emit : undefined;
  const of = (tag: string) => textOf(group, tag) ?? (known && textOf(known, tag));
  const address = addressOf(note, child(group, 'end') ?? (known && child(known, 'enderNac')));
  const foreignId = textOf(group, 'NIF') ?? meaningOf('cNaoNIF', textOf(group, 'cNaoNIF'));
  return stack([
    titledRow(title, [
      { label: 'CNPJ / CPF / NIF', text: taxIdMask(taxIdOf(group)) || foreignId, column: 1 },
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

/** From `end` with a national or a foreign group in it, or from the emitter's `enderNac`, which has all in itself. */
function addressOf(note: ServiceNote, group: XmlElement | undefined): Address {
  const abroad = group && child(group, 'endExt');
  const inBrazil = group && (child(group, 'endNac') ?? group);
  const code = inBrazil && textOf(inBrazil, 'cMun');
  const postalCode = inBrazil && textOf(inBrazil, 'CEP');
  return {
    city: abroad ? parts(textOf(abroad, 'xCidade'), textOf(abroad, 'cPais')) : municipality(note, code),
    codes: abroad
      ? parts(undefined, textOf(abroad, 'cEndPost'))
      : parts(code, postalCode && dottedPostalCodeMask(postalCode)),
    street: [street(group), group && textOf(group, 'xBairro')].filter(Boolean).join(' - '),
  };
}
