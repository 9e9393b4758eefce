import type { City } from './city.ts';
import type { NfseReply, Operation } from './operation.ts';
import { route } from './operation.ts';

const yes = 1;
const no = 0;
const unsaid = -1;

/** GET /{cMun}/convenio: whether and how a city takes part in the national system. */
const agreement = operation('/:cMun/convenio', (city) => {
  const active = city.agreement?.active ? yes : no;
  return found({
    parametrosConvenio: {
      tipoConvenio: 1,
      aderenteAmbienteNacional: active,
      aderenteEmissorNacional: active,
      situacaoEmissaoPadraoContribuintesRFB: active,
      aderenteMAN: unsaid,
      permiteAproveitametoDeCreditos: false,
    },
  });
});

export const parametrization: readonly Operation[] = [agreement];

function found(body: object): NfseReply {
  return { status: 200, body: { mensagem: 'Parâmetros do convênio recuperados com sucesso.', ...body } };
}

function operation(path: string, answer: (city: City) => NfseReply): Operation {
  return {
    service: 'NfseParametrizacao',
    api: 'parametrization',
    method: 'GET',
    path: route(path),
    about: () => ({}),
    async perform({ parameters }, { nfse: { cities } }) {
      const city = cities.of(parameters['cMun'] ?? '');
      if (!city?.agreement) return { status: 404, body: { mensagem: 'Convênio não encontrado.' } };
      return answer(city);
    },
    refusal: (_call, { faults: [first] }) => ({ mensagem: first?.description ?? '' }),
  };
}
