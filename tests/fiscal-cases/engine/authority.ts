import { noteRules } from '../../../simulator/rules/index.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { publishedOptions } from '../../../simulator/rules/rule.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import { states } from '../states.ts';
import { csrt } from './csrt.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const production = [...publishedEndpoints().values()].filter(
  ({ service, environment }) => service === 'NfeAutorizacao' && environment === 1,
);
const known = {
  kind: 'csrt',
  environment: 1,
  responsible: '11222333000181',
  id: Number(csrt.id),
  token: csrt.code,
} as const;

/** The rules about the selective tax have no date yet, but the cases are checked by them anyway. */
const options = { ...publishedOptions, selectiveTax: Object.keys(states) };

/** The faults of a signed note against the official schema. */
export function schemaFaults(xml: string): unknown[] {
  return validator.validate('nfe_v4.00.xsd', xml);
}

/**
 * The codes of every rule that a note breaks, in production at its state's authority (or at SVRS for issuers without a registration), in
 * the order in which the authority checks them.
 */
export function breaches(xml: string, at: Date): number[] {
  const note = readNote(readXml(xml));
  if (!note) throw new Error('The authority cannot read the note');
  const { cUF, model } = note.key;
  const goesToSvrs = model === '55' && !/<emit>.*?<IE>.*?<\/emit>/.test(xml);
  const endpoint = production.find(({ authorizers }) =>
    authorizers.some(
      (authorizer) =>
        String(authorizer.model) === model &&
        !authorizer.contingency &&
        (goesToSvrs ? authorizer.name === 'SVRS' : authorizer.states.has(Number(cUF))),
    ),
  );
  if (!endpoint) throw new Error(`Nobody authorizes model ${model} of ${cUF}`);
  return noteRules
    .filter((rule) => rule.broken(note, { endpoint, at, csrt: () => known, options }) !== undefined)
    .map(({ cStat }) => cStat);
}
