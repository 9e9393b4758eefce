import { reason } from '../../../simulator/reasons.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { ruleBreach } from '../../../simulator/services/note-checks.ts';
import { type Endpoint, publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { makeSigner } from '../../support/samples/signer.ts';
import { signedNote } from './note.ts';
import { type Edits, today } from './test-company.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

/** States whose authorities check the edited note, with a municipality and a state registration of each. */
const states = {
  SP: { municipality: '3550308', registration: '110042490114' },
  RJ: { municipality: '3304557', registration: '99999993' },
  SC: { municipality: '4205407', registration: '251040852' },
  PR: { municipality: '4106902', registration: '1234567850' },
  AM: { municipality: '1302603', registration: '041939808' },
  MA: { municipality: '2111300', registration: '120000385' },
} as const;

export type Circumstances = {
  /** The state of issuer and authority; São Paulo by default. */
  state?: keyof typeof states;
  /** Production by default, where Simples and normal regime may still leave out IBS and CBS. */
  environment?: 1 | 2;
  at?: Date;
};

const programMaker =
  '<infRespTec><CNPJ>11222333000181</CNPJ><xContato>Suporte</xContato><email>a@b.com</email><fone>1133334444</fone></infRespTec>';
const validator = officialValidator('nfe');
const signer = makeSigner();
const certificate = {
  pfx: Buffer.alloc(0),
  taxId: '11222333000181',
  notAfter: '',
  certificate: signer.certificatePem,
  key: signer.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const services = [...publishedEndpoints().values()].filter(({ service }) => service === 'NfeAutorizacao');

/** The answer of a state's authority to the note with edits: the schema's fault, or the code of the first broken rule; undefined if there is none. */
export function checkEdits(edits: Edits, circumstances: Circumstances = {}): number | string | undefined {
  const breach = breachOf(edits, circumstances);
  return typeof breach === 'object' ? breach.cStat : breach;
}

/** The authority's text for the rule that the edits break. @throws if they break none, or the schema */
export function wordsOnEdits(edits: Edits, circumstances: Circumstances = {}): string {
  const breach = breachOf(edits, circumstances);
  if (typeof breach !== 'object') throw new Error(`no rule is broken: ${breach}`);
  return reason(breach.cStat, breach.facts);
}

function breachOf(edits: Edits, circumstances: Circumstances): ReturnType<typeof ruleBreach> | string {
  const { state = 'SP', environment = 1, at = today } = circumstances;
  const { xml } = signedNote(certificate, { environment, issuedAt: at, edits: [...issuedIn(state), ...edits] });
  const [fault] = validator.validate('nfe_v4.00.xsd', xml);
  if (fault) return JSON.stringify(fault);
  const note = readNote(readXml(xml));
  return note && ruleBreach(note, { endpoint: endpointOf(state, environment, Number(note.key.model)), at });
}

function issuedIn(state: keyof typeof states): Edits {
  if (state === 'SP') return [];
  const { municipality, registration } = states[state];
  return [
    ['<cUF>35', `<cUF>${endpoints.cUF[state]}`],
    ['<cMunFG>3550308', `<cMunFG>${municipality}`],
    [/(<enderEmit>.*?)<cMun>3550308(.*?)<UF>SP/, `$1<cMun>${municipality}$2<UF>${state}`],
    ['<IE>110042490114</IE><CRT>', `<IE>${registration}</IE><CRT>`],
    ['</pag>', `</pag>${programMaker}`],
  ];
}

function endpointOf(state: keyof typeof states, environment: 1 | 2, model: number): Endpoint {
  const found = services.find(
    (one) =>
      one.environment === environment &&
      one.authorizers.some(
        (authorizer) =>
          authorizer.model === model &&
          authorizer.contingency === undefined &&
          authorizer.states.has(endpoints.cUF[state]),
      ),
  );
  if (!found) throw new Error(`No authorizer of ${state}`);
  return found;
}
