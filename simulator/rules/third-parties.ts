import { child, children, textOf } from '../xml/element.ts';
import { operationNamed } from './cfop/table.ts';
import { issuedOn } from './note.ts';
import { has, wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import type { Rule } from './rule.ts';
import { isNfe, noteRule } from './rule.ts';

/** Groups GA, X and ZD: who may download the note, the carrier, and the company whose program made the note. */
export const thirdPartyRules: readonly Rule[] = [
  noteRule(323, 'GA02-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCnpj)),
  noteRule(325, 'GA03-10', ({ infNFe }) => children(infNFe, 'autXML').some(wrongCpf)),
  noteRule(542, 'X04-20', ({ infNFe }) => wrongCnpj(child(infNFe, 'transp', 'transporta'))),
  noteRule(543, 'X05-10', ({ infNFe }) => wrongCpf(child(infNFe, 'transp', 'transporta'))),
  noteRule(559, 'X07-10', ({ infNFe }) => {
    const carrier = child(infNFe, 'transp', 'transporta');
    return has(carrier, 'IE') && !has(carrier, 'UF');
  }),
  noteRule(544, 'X07-20', ({ infNFe }) => {
    const carrier = child(infNFe, 'transp', 'transporta');
    return (
      has(carrier, 'IE') && textOf(carrier, 'IE') !== 'ISENTO' && wrongRegistration(carrier, textOf(carrier, 'UF'))
    );
  }),
  noteRule(868, 'X02-20', ({ key, ide, infNFe }) => {
    const transport = child(infNFe, 'transp');
    const named = child(transport, 'veicTransp') ?? child(transport, 'reboque');
    return key.model === '55' && textOf(ide, 'idDest') === '2' && named !== undefined;
  }),
  noteRule(722, 'X16-10', (note) => {
    const cfop = textOf(note.infNFe, 'transp', 'retTransp', 'CFOP');
    return isNfe(note) && cfop !== undefined && operationNamed(cfop, issuedOn(note))?.transport !== true;
  }),
  noteRule(973, 'ZD02-10', ({ infNFe }) => wrongCnpj(child(infNFe, 'infRespTec'))),
];
