import {
  documentOf,
  requiredMoment,
  required,
  requiredChild,
  UnreadableEntry,
} from '../../../domain/arrivals/fields.ts';
import { readProcEvento, readProcNFe } from '../../../domain/arrivals/nfe.ts';
import { readEventoNfse, readNfseNote } from '../../../domain/arrivals/nfse.ts';
import type { Manifest, ManifestDocument, ManifestFile } from '../../../domain/closings/manifest.ts';
import { ownEventTypeOf } from '../../../domain/document-types.ts';
import { cancels } from '../../../domain/received/arrival.ts';
import { eventOutcomeOf, inutilizationOutcomeOf } from '../../../domain/sefaz/outcomes.ts';
import { child, textOf, type XmlElement } from '../../../domain/xml/reader.ts';
import type { signatureChecker } from './check-signatures.ts';
import type { Report } from './closing-faults.ts';

/** An XML of a closing that has been found byte for byte as the manifest lists it. */
export type ListedXml = { file: ManifestFile; content: Buffer };

type Parts = { manifest: Manifest; signatures: ReturnType<typeof signatureChecker>; report: Report };

/** Makes a checker of what the XMLs of a closing say against its manifest: notes, their events, inutilizations. */
export function xmlChecker({ manifest, signatures, report }: Parts): {
  check: (xml: ListedXml) => void;
  /** Reports what is missing, once all files were checked. */
  finish: () => void;
} {
  const documents = new Map(manifest.documents.map((document) => [document.accessKey, document]));
  const cancelled = new Set<string>();

  function check({ file, content }: ListedXml): void {
    try {
      const root = documentOf(content);
      const xml = content.toString();
      if (file.kind === 'INUTILIZATION')
        return checkInutilization(root, { file, xml }, { manifest, signatures, report });
      const document = documents.get(file.accessKey ?? '');
      if (!document) return report('differs_from_manifest', file.name, 'A nota do arquivo não está no manifesto');
      if (file.kind === 'EVENT') checkEvent(root, { file, xml, document });
      else checkNote(root, { file, xml, document });
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      report('unreadable_xml', file.name, error.message);
    }
  }

  function checkNote(root: XmlElement, { file, xml, document }: CheckedXml): void {
    const isService = document.type === 'NFSE';
    const note = isService ? readNfseNote(root) : readProcNFe(root);
    const said = {
      'a chave': [note.accessKey, document.accessKey],
      'o número': [note.number, isService ? (document.nfseNumber ?? note.number) : String(document.number)],
      'a série': [note.series, String(document.series)],
      'o valor total': [note.totalValue, document.totalValue],
      'o protocolo': [note.protocol, document.protocol ?? note.protocol],
      'a emissão': [seconds(note.emissionDate), seconds(new Date(document.issuedAt))],
    };
    for (const [what, [inXml, inManifest]] of Object.entries(said)) {
      if (inXml !== inManifest) {
        report(
          'differs_from_manifest',
          file.name,
          `No XML ${what} é ${String(inXml)}, e no manifesto ${String(inManifest)}`,
        );
      }
    }
    if (note.status !== 'AUTHORIZED' && note.status !== document.status) {
      report('differs_from_manifest', file.name, 'O protocolo do XML não é de uma nota autorizada');
    }
    if (note.issuer.taxId !== manifest.company.taxId) {
      report(
        'wrong_issuer',
        file.name,
        `O emitente é ${note.issuer.taxId}, e o fechamento é de ${manifest.company.taxId}`,
      );
    }
    checkEnvironment(
      root,
      file.name,
      isService ? ['infNFSe', 'DPS', 'infDPS', 'tpAmb'] : ['NFe', 'infNFe', 'ide', 'tpAmb'],
    );
    checkDigest(root, file.name);
    signatures.check({ name: file.name, xml, at: note.authorizedAt ?? note.emissionDate, by: note.issuer.taxId });
  }

  function checkEvent(root: XmlElement, { file, xml, document }: CheckedXml): void {
    const event = document.type === 'NFSE' ? readEventoNfse(root) : readProcEvento(root);
    if (event.accessKey !== document.accessKey) {
      report(
        'differs_from_manifest',
        file.name,
        `O evento é da nota ${event.accessKey}, e no manifesto de ${document.accessKey}`,
      );
    }
    const at = event.registeredAt ?? event.occurredAt;
    // An event that only the issuer can ask for is signed by the issuer; municipalities register events by themselves.
    const by = ownEventTypeOf(event.code) === null ? companyIn(event.author) : manifest.company.taxId;
    const holds = signatures.check({ name: file.name, xml, at, by });
    const isRegistered = event.cStat === null || eventOutcomeOf(event.cStat).kind === 'registered';
    if (!isRegistered) report('differs_from_manifest', file.name, `O evento não foi registrado: cStat ${event.cStat}`);
    if (!holds || !isRegistered || !cancels(event)) return;
    cancelled.add(event.accessKey);
    if (document.status !== 'CANCELLED') {
      report('differs_from_manifest', file.name, 'O evento cancela uma nota que o manifesto dá como autorizada');
    }
  }

  function checkEnvironment(root: XmlElement, name: string, path: string[]): void {
    if (textOf(root, ...path) === '1') return;
    report('wrong_environment', name, 'A nota não é do ambiente de produção: não tem valor fiscal');
  }

  /** Checks that the authority's protocol is about the content that was signed (digVal, which the layout allows to be absent). */
  function checkDigest(root: XmlElement, name: string): void {
    const registered = textOf(root, 'protNFe', 'infProt', 'digVal');
    const reference = child(root, 'NFe', 'Signature', 'SignedInfo', 'Reference');
    if (registered === undefined || registered === (reference && textOf(reference, 'DigestValue'))) return;
    report('wrong_digest', name, 'O protocolo de autorização é de outro conteúdo: digVal não é o DigestValue da nota');
  }

  function finish(): void {
    for (const { status, accessKey } of manifest.documents) {
      if (status !== 'CANCELLED' || cancelled.has(accessKey)) continue;
      report(
        'missing_cancellation',
        null,
        `${accessKey}: a nota consta como cancelada, e o ZIP não traz um evento válido que a cancele`,
      );
    }
  }

  return { check, finish };
}

/**
 * The taxpayer who must have signed an event of somebody else; null for a person, for whom an application of the tax offices may have signed (NT
 * 2021.002).
 */
function companyIn(author: string | null): string | null {
  return author?.length === 14 ? author : null;
}

type CheckedXml = { file: ManifestFile; xml: string; document: ManifestDocument };

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

/**
 * Checks a registered inutilization against the one that the manifest lists.
 *
 * @throws UnreadableEntry
 */
function checkInutilization(
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
  signatures.check({ name: file.name, xml, at: requiredMoment(answer, 'dhRecbto'), by });
}
