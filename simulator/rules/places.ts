import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import municipalities from '../../tables/municipalities.json' with { type: 'json' };
import { child, type Element, textOf } from '../xml/element.ts';
import { type Item, type Note, taxIdOf } from './note.ts';
import { wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { isNfe, isOneOf, noteRule, onlyIf, type Rule } from './rule.ts';

/** The state letters of addresses abroad. */
export const abroad = 'EX';

/** State letters of the places in a note; undefined for a place that it does not have. */
export type Places = {
  issuer: string | undefined;
  recipient: string | undefined;
  /** Where the goods go, if not to the recipient's address (`entrega`). */
  delivery: string | undefined;
  /** Where the goods come from, if not from the sender's address (`retirada`). */
  pickup: string | undefined;
};

export function placesOf({ emit, dest, infNFe }: Note): Places {
  return {
    issuer: textOf(emit, 'enderEmit', 'UF'),
    recipient: textOf(dest, 'enderDest', 'UF'),
    delivery: textOf(infNFe, 'entrega', 'UF'),
    pickup: textOf(infNFe, 'retirada', 'UF'),
  };
}

/** Whether the goods begin and end in one state, counting pickup and delivery if the note has them. */
export function goodsStayInOneState(note: Note): boolean {
  const { issuer, recipient, delivery, pickup } = placesOf(note);
  const [sender, receiver] = isOneOf(note.ide, 'tpNF', '1') ? [issuer, recipient] : [recipient, issuer];
  return (pickup ?? sender) === (delivery ?? receiver);
}

/**
 * Whether delivery or pickup gives the goods another route than the parties' addresses; the rates of such notes are not checked (MOC 7.0,
 * N16-20 and NA09-30).
 */
export function goodsGoAnotherWay(note: Note): boolean {
  const { issuer, recipient, delivery, pickup } = placesOf(note);
  return (delivery !== undefined && delivery !== issuer) || (pickup !== undefined && pickup !== recipient);
}

/** Whether an item is fuel that is consumed in a state (`comb/UFCons`). */
export function consumesIn({ product }: Item, state: string | undefined): boolean {
  return child(product, 'comb') !== undefined && textOf(product, 'comb', 'UFCons') === state;
}

/** State letters by the first two digits of a municipality's code (IBGE). */
const states: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(endpoints.cUF).map(([letters, code]) => [String(code), letters]),
);

/** The state that the municipality of an address (`cMun`) is in. */
export function stateOfMunicipality(address: Element | undefined): string | undefined {
  return states[(textOf(address, 'cMun') ?? '').slice(0, 2)];
}

const known: ReadonlySet<string> = new Set(
  Object.entries(municipalities.codes).flatMap(([state, codes]) => codes.split(' ').map((code) => state + code)),
);

/** Codes of municipalities that IBGE's table does not have (MOC 7.0 Anexo I; table of IT 2025.001 v1.00). */
export const knownMunicipalityRules: readonly Rule[] = [
  noteRule(270, 'B12-10', ({ ide }) => isUnknownMunicipality(textOf(ide, 'cMunFG'))),
  noteRule(272, 'C10-10', ({ emit }) => isUnknownMunicipality(textOf(emit, 'enderEmit', 'cMun'))),
  noteRule(274, 'E10-10', ({ dest }) => hasUnknown(child(dest, 'enderDest'))),
  noteRule(276, 'F07-20', ({ infNFe }) => hasUnknown(child(infNFe, 'retirada'))),
  noteRule(278, 'G07-20', ({ infNFe }) => hasUnknown(child(infNFe, 'entrega'))),
];

/** Whether an address within the country has a municipality that does not exist. */
function hasUnknown(address: Element | undefined): boolean {
  return textOf(address, 'UF') !== abroad && isUnknownMunicipality(textOf(address, 'cMun'));
}

/** Whether IBGE's table lacks a municipality; a missing code is not unknown. */
export function isUnknownMunicipality(code: string | undefined): boolean {
  return code !== undefined && !known.has(code);
}

const isExit = ({ ide }: Note): boolean => isOneOf(ide, 'tpNF', '1');
const isEntry = (note: Note): boolean => !isExit(note);

/** Group E: whether the operation is internal or interstate, by the route of the goods (MOC 7.0 Anexo I, NT 2015.003). */
export const placeOfOperationRules: readonly Rule[] = onlyIf(isNfe, [
  ...onlyIf(isExit, [
    noteRule(772, 'E12-30', isInterstateWithinOneState),
    noteRule(773, 'E12-40', isInternalBetweenTwoStates),
  ]),
  ...onlyIf(isEntry, [
    noteRule(772, 'E12-50', isInterstateWithinOneState),
    noteRule(773, 'E12-60', isInternalBetweenTwoStates),
  ]),
]);

/** Whether an interstate operation stays in one state. Goods between places of one company, and fuel consumed in another state, are excepted. */
function isInterstateWithinOneState(note: Note): boolean {
  const { issuer, recipient } = placesOf(note);
  return (
    isOneOf(note.ide, 'idDest', '2') &&
    issuer === recipient &&
    goodsStayInOneState(note) &&
    taxIdOf(note.emit) !== taxIdOf(note.dest) &&
    note.items.every(({ product }) => (textOf(product, 'comb', 'UFCons') ?? issuer) === issuer)
  );
}

/** Whether an internal operation goes to another state. Final consumers are excepted: they are handed the goods in the shop, wherever they live. */
function isInternalBetweenTwoStates(note: Note): boolean {
  const { issuer, recipient } = placesOf(note);
  return (
    isOneOf(note.ide, 'idDest', '1') &&
    isOneOf(note.ide, 'indFinal', '0') &&
    issuer !== recipient &&
    !goodsStayInOneState(note) &&
    !note.items.some((item) => consumesIn(item, issuer))
  );
}

const municipalityAbroad = '9999999';

const groups = [
  { name: 'retirada', id: 'F', cnpj: 512, cpf: 540, abroad: 513, state: 277 },
  { name: 'entrega', id: 'G', cnpj: 514, cpf: 541, abroad: 515, state: 279 },
] as const;

/** Groups F and G: where goods are picked up and delivered, if not at the parties' addresses (MOC 7.0 Anexo I). */
export const deliveryAndPickupRules: readonly Rule[] = groups.flatMap((group) => {
  const rule = (cStat: number, id: string, breaks: (place: Element) => boolean): Rule =>
    noteRule(cStat, group.id + id, ({ infNFe }) => {
      const place = child(infNFe, group.name);
      return place !== undefined && breaks(place);
    });
  return [
    rule(group.cnpj, '02-10', wrongCnpj),
    rule(group.cpf, '02a-10', wrongCpf),
    rule(group.abroad, '07-10', (place) => isAbroad(place) && textOf(place, 'cMun') !== municipalityAbroad),
    rule(group.state, '07-30', (place) => !isAbroad(place) && stateOfMunicipality(place) !== textOf(place, 'UF')),
    ...onlyIf(isNfe, [rule(971, '15-10', (place) => wrongRegistration(place, textOf(place, 'UF')))]),
  ];
});

function isAbroad(place: Element): boolean {
  return textOf(place, 'UF') === abroad;
}
