import { Cities } from '../nfse/places.ts';
import { readDps } from '../nfse/read-dps.ts';
import { dpsFaults } from '../nfse/rules/dps.ts';
import { reason } from '../reasons.ts';
import { noteRules } from '../rules/index.ts';
import { type Note, readNote } from '../rules/note.ts';
import type { RuleContext } from '../rules/rule.ts';
import { isOfUnregistered } from '../rules/unregistered.ts';
import { type Endpoint, type Environment, publishedEndpoints } from '../transport/endpoints.ts';
import { child, type Element, readXml, textOf } from '../xml/element.ts';

/** One rule that a document breaks: its code, its text, and the id of the rule. */
export type ContentBreach = { code: string; message: string; rule?: string };

/** Codes of rules that need the authority's registers (codes of programs, substituted NFS-e): they say nothing about a document that is not sent. */
const ofRegisters: ReadonlySet<number | string> = new Set([976, 977, 978, 'E0044']);
const contentRules = noteRules.filter(({ cStat }) => !ofRegisters.has(cStat));
const endpoints = [...publishedEndpoints().values()].filter(({ service }) => service === 'NfeAutorizacao');

/**
 * Checks the content of a document as its authority does at that instant. What depends on registered notes, on the signer or on the
 * registers of taxpayers is not checked. A SEFAZ answers the first broken rule, the SEFIN Nacional all of them.
 *
 * @param source an `NFe` or a `DPS`, valid by its schema
 * @throws TypeError for anything else
 */
export function contentBreaches(source: string, at: Date): ContentBreach[] {
  const root = readXml(source);
  return root.name === 'DPS' ? breachesOfDps(root, at) : breachesOfNote(root, at);
}

function breachesOfNote(root: Element, at: Date): ContentBreach[] {
  const note = readNote(root);
  if (!note) throw new TypeError('neither an NFe nor a DPS');
  const context: RuleContext = { endpoint: endpointFor(note, at), at };
  for (const rule of contentRules) {
    const facts = rule.broken(note, context);
    if (!facts) continue;
    const { cStat, id } = rule;
    return [{ code: String(cStat), message: reason(cStat, { ...facts, rule: id }), rule: id }];
  }
  return [];
}

/**
 * The endpoint that a note is sent to: its state's authorizer, or SVRS if the issuer has no state registration, from the day on which SVRS
 * takes such notes.
 */
function endpointFor(note: Note, at: Date): Endpoint {
  const { cUF, model } = note.key;
  const environment: Environment = textOf(note.ide, 'tpAmb') === '1' ? 1 : 2;
  const found = endpoints.find((endpoint) => {
    const isOfSvrs = isOfUnregistered(note, { endpoint, at });
    return (
      endpoint.environment === environment &&
      endpoint.authorizers.some(
        (one) =>
          String(one.model) === model &&
          one.contingency === undefined &&
          (isOfSvrs ? one.name === 'SVRS' : one.states.has(Number(cUF))),
      )
    );
  });
  if (!found) throw new TypeError(`no authorizer for state ${cUF} and model ${model}`);
  return found;
}

/** The rates of real cities are the product's concern; here every city takes every service. */
function breachesOfDps(root: Element, at: Date): ContentBreach[] {
  const dps = readDps(root);
  const cities = new Cities();
  for (const cMun of citiesIn(root)) cities.change(cMun, everyCity);
  const environment: Environment = textOf(dps.infDPS, 'tpAmb') === '1' ? 1 : 2;
  const context = { at, environment, cities, keyOf: () => undefined, note: () => undefined };
  return dpsFaults(root, context)
    .filter(({ code }) => !ofRegisters.has(code))
    .map(({ code, description, complement }) => ({
      code,
      message: complement === undefined ? description : `${description} ${complement}`,
    }));
}

const everyCity = { agreement: { active: true, since: '2023-01-01' }, rates: {}, defaultRate: '5.00' };

function citiesIn(root: Element): Set<string> {
  const infDPS = child(root, 'infDPS');
  const places = [
    textOf(infDPS, 'cLocEmi'),
    textOf(infDPS, 'serv', 'locPrest', 'cLocPrestacao'),
    textOf(infDPS, 'toma', 'end', 'endNac', 'cMun'),
  ];
  return new Set(places.flatMap((cMun) => (cMun === undefined || cMun === '0000000' ? [] : [cMun])));
}
