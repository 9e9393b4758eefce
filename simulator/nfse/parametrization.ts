import { NfseRefusal } from './fault.ts';
import { type NfseCall, type NfseReply, type Operation, route } from './operation.ts';
import type { City } from './places.ts';

const yes = 1;
const no = 0;
const unsaid = -1;

/** Text observed at the real service (2026-09). */
const badService = 'O código do serviço deve ser composto por nove dígitos';
const noRates = 'Alíquotas não encontradas';

/** The questions about a city that a taxpayer may ask ADN. Paths and bodies are those of the OpenAPI of 2026-04. */
export const parametrization: readonly Operation[] = [
  question('/:cMun/convenio', (city) => {
    const active = city.agreement?.active ? yes : no;
    return {
      parametrosConvenio: {
        tipoConvenio: 1,
        aderenteAmbienteNacional: active,
        aderenteEmissorNacional: active,
        situacaoEmissaoPadraoContribuintesRFB: active,
        aderenteMAN: unsaid,
        permiteAproveitametoDeCreditos: false,
      },
    };
  }),
  question('/:cMun/:service/:competence/aliquota', (city, call) => {
    if (competenceIn(call) < since(city)) throw new NfseRefusal(404, [words(noRates)]);
    return ratesOf(city, call);
  }),
  question('/:cMun/:service/historicoaliquotas', ratesOf),
  question('/:cMun/:benefit/:competence/beneficio', () => {
    throw new NfseRefusal(404, [words('Benefício municipal não encontrado')]);
  }),
  question('/:cMun/:service/:competence/regimes_especiais', (_city, call) => {
    serviceIn(call);
    competenceIn(call);
    return { regimesEspeciais: {} };
  }),
  question('/:cMun/:competence/retencoes', (city, call) => {
    competenceIn(call);
    const historico = [{ dataInicioVigencia: midnight(since(city)), dataFimVigencia: null }];
    return { retencoes: { artigoSexto: { habilitado: true, historico }, retencoesMunicipais: [] } };
  }),
];

function question(path: string, answer: (city: City, call: NfseCall) => object): Operation {
  return {
    service: 'NfseParametrizacao',
    api: 'parametrization',
    method: 'GET',
    path: route(path),
    about: () => ({}),
    async perform(call, { nfse: { cities } }): Promise<NfseReply> {
      const city = cities.of(call.parameters['cMun'] ?? '');
      if (!city?.agreement) throw new NfseRefusal(404, [words('Convênio não encontrado')]);
      return { status: 200, body: { mensagem: 'Consulta realizada com sucesso', ...answer(city, call) } };
    },
    refusal: (_call, { faults: [first] }) => ({ mensagem: first?.description ?? null }),
  };
}

function ratesOf(city: City, call: NfseCall): object {
  const service = serviceIn(call);
  const rate = city.rates[service.replaceAll('.', '').slice(0, 6)] ?? city.defaultRate;
  if (rate === null) throw new NfseRefusal(404, [words(noRates)]);
  return {
    aliquotas: { [service]: [{ Incidencia: null, Aliq: Number(rate), DtIni: midnight(since(city)), DtFim: null }] },
  };
}

/** A service by its nine digits, which are written with dots: 01.01.01.000. */
function serviceIn({ parameters: { service = '' } }: NfseCall): string {
  if (!/^\d{2}\.\d{2}\.\d{2}\.\d{3}$/.test(service)) throw new NfseRefusal(400, [words(badService)]);
  return service;
}

function competenceIn({ parameters: { competence = '' } }: NfseCall): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(competence))
    throw new NfseRefusal(400, [words('A competência deve ter a forma AAAA-MM-DD')]);
  return competence;
}

function since({ agreement }: City): string {
  return agreement?.since ?? '';
}

function midnight(day: string): string {
  return `${day}T00:00:00`;
}

/** A refusal: the service has no codes, only a text. */
function words(description: string): { code: string; description: string } {
  return { code: '', description };
}
