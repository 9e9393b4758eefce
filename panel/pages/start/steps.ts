import type { Response } from 'express';
import type { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import { documentCounts } from '../../../operations/documents/summary.ts';
import { administering } from '../../../operations/in-company.ts';
import { listCertificates, listKeys } from '../../../operations/provisioning.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn } from '../../session.ts';
import { inUse } from '../certificate/view.ts';

/** The first steps of a company, in order, by the last part of each one's path. */
export const steps = [
  { slug: 'certificado', title: 'Certificado' },
  { slug: 'empresa', title: 'Empresa' },
  { slug: 'regime', title: 'Regime e impostos' },
  { slug: 'numeros', title: 'Números' },
  { slug: 'nfce', title: 'NFC-e' },
  { slug: 'exame', title: 'Exame' },
  { slug: 'nota', title: 'Nota de teste' },
  { slug: 'chave', title: 'Seu sistema' },
] as const;

export type StepSlug = (typeof steps)[number]['slug'];

/** The progress of a company. A step is done when the company has what it is for, so that a person who comes back goes on where she was. */
export type StartProgress = {
  certificate: Certificate | undefined;
  settings: CompanySettings | null;
  done: ReadonlySet<StepSlug>;
  /** The next step; null when nothing is left to do. */
  next: StepSlug | null;
};

/** The progress of the company of a request. */
export async function startProgressOf({ orm }: Pick<PanelParts, 'orm'>, res: Response): Promise<StartProgress> {
  const { company } = actingOn(res);
  const { id, settings } = company;
  const { certificate, hasKey } = await administering(orm, company, async (em) => ({
    certificate: inUse(await listCertificates(em, company), new Date()),
    hasKey: (await listKeys(em, { company: id })).some(({ revokedAt }) => !revokedAt),
  }));
  const counts = await documentCounts(orm, { id, environment: company.environment });
  const hasNote = counts.AUTHORIZED + counts.CANCELLED > 0;
  const isThere: Record<StepSlug, boolean> = {
    certificado: certificate !== undefined && certificate.notAfter > new Date(),
    empresa: settings !== null,
    regime: Boolean(settings?.taxDefaults.icmsSituation),
    numeros: hasNote,
    nfce: settings?.series['65'] !== undefined,
    exame: hasNote,
    nota: hasNote,
    chave: hasKey,
  };
  const left = steps.filter(({ slug }) => !isThere[slug] && slug !== 'nfce');
  return {
    certificate,
    settings,
    done: new Set(steps.flatMap(({ slug }) => (isThere[slug] ? [slug] : []))),
    next: left[0]?.slug ?? null,
  };
}

/** The step after one; null after the last. */
export function stepAfter(slug: StepSlug): StepSlug | null {
  return steps[steps.findIndex((step) => step.slug === slug) + 1]?.slug ?? null;
}
