import { moment, required, requiredChild } from '../../../domain/arrivals/document.ts';
import type { Manifest, ManifestFile } from '../../../domain/closings/manifest.ts';
import { inutilizationOutcomeOf } from '../../../domain/sefaz/outcomes.ts';
import type { XmlElement } from '../../../domain/xml/reader.ts';
import type { signatureChecker } from './check-signatures.ts';
import type { Report } from './faults.ts';

type Parts = { manifest: Manifest; signatures: ReturnType<typeof signatureChecker>; report: Report };

/**
 * Checks an inutilization as the authority registered it against the one that the manifest lists.
 *
 * @throws UnreadableEntry
 */
export function checkInutilization(
  root: XmlElement,
  { file, xml }: { file: ManifestFile; xml: string },
  { manifest, signatures, report }: Parts,
): void {
  const asked = requiredChild(root, 'inutNFe', 'infInut');
  const answer = requiredChild(root, 'retInutNFe', 'infInut');
  const listed = manifest.inutilizations.find(({ files }) => files.includes(file.name));
  const said = [
    required(asked, 'mod'),
    ...['serie', 'nNFIni', 'nNFFin'].map((name) => String(Number(required(asked, name)))),
  ];
  const meant = listed && [listed.model, ...[listed.series, listed.startNumber, listed.endNumber].map(String)];
  if (said.join() !== meant?.join()) {
    report(
      'differs_from_manifest',
      file.name,
      'O manifesto não lista esta inutilização: modelo, série ou números são outros',
    );
  }
  if (inutilizationOutcomeOf(required(answer, 'cStat')).kind !== 'registered') {
    report('differs_from_manifest', file.name, 'A inutilização não foi homologada');
  }
  const by = required(asked, 'CNPJ');
  if (by !== manifest.company.taxId) {
    report('wrong_issuer', file.name, `A inutilização é de ${by}, e o fechamento é de ${manifest.company.taxId}`);
  }
  if (required(asked, 'tpAmb') !== '1')
    report('wrong_environment', file.name, 'A inutilização não é do ambiente de produção');
  signatures.check({ name: file.name, xml, at: moment(answer, 'dhRecbto'), by });
}
