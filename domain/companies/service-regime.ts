import { regimeOf, type ServiceRegime } from '../service-taxation/regime.ts';
import type { TaxRegime } from '../taxation/parties.ts';
import type { NfseSettings } from './settings.ts';

/** How a company's services are taxed: as it says of its NFS-e, else as follows from its tax regime. */
export function serviceRegimeOf({
  taxRegime,
  nfse,
}: {
  taxRegime: TaxRegime;
  nfse?: NfseSettings | null;
}): ServiceRegime {
  const { simplesOption = null, simplesAssessment = null, specialRegime = '0' } = nfse ?? {};
  return regimeOf({ taxRegime, simplesOption, simplesAssessment, specialRegime });
}
