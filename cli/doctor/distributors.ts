import { faultInWords } from '../../activities/conversation/fault-in-words.ts';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { Identity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { endpointOf } from '../../domain/sefaz/endpoints.ts';
import { nfseAddresses } from '../../domain/sefin/addresses.ts';
import { type Finding, findingsOf } from './finding.ts';

const mend = 'confira a rede, LAVRA_CA_BUNDLE e o certificado da empresa';

/** Whether the hosts of both sources are reached as this company. It asks for no documents: that question would cost an hour. */
export async function checkDistributors(
  company: Company,
  { identity, wire }: { identity: Identity; wire: Wire },
): Promise<Finding[]> {
  const { taxId, environment } = company;
  const { ok, failure } = findingsOf('distribution_tls', taxId);
  const state = company.settings?.address.state ?? '';
  const national = endpointOf({ state, model: '55', environment, isNational: true, service: 'NFeDistribuicaoDFe' }).url;
  const urls = [`${national}?wsdl`, `${nfseAddresses(environment).adn}/docs/index.html`];
  return Promise.all(
    urls.map(async (url) => {
      const { host } = wire.addressOf(url);
      try {
        await wire.say({ method: 'GET', url, content: null, answers: [200], identity });
        return ok(`TLS mútuo com ${host}`);
      } catch (error) {
        if (!(error instanceof WireFault)) throw error;
        // Whatever the page is, the host answered.
        if (error.reason === 'http_status') return ok(`TLS mútuo com ${host}`);
        return failure(faultInWords(error, { the: host, of: `de ${host}`, at: `em ${host}` }), mend);
      }
    }),
  );
}
