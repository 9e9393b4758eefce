import type { ActingRole } from '../../domain/accounts/roles.ts';
import { taxIdMask } from '../../domain/masks.ts';
import type { JoinedPlace } from '../../operations/accounts/accept-invitation.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';

/** A place that a person signs in to: its first page and its name. */
export type ListedPlace = {
  home: string;
  name: string;
  /** What tells it from others: its tax id with punctuation, or a word. */
  mark: string;
};

/** The place of a page. */
export type FramePlace = ListedPlace & {
  kind: 'COMPANY' | 'OFFICE' | 'INSTALLATION';
  /** The base of its pages' paths. */
  base: string;
  role: ActingRole;
  /** Given for somebody who does not belong to the company or office herself: as what she is here, in words (her office, her system, support). */
  visit?: string;
};

/** The first page of each kind of place, by tax id. */
export const homePaths = {
  COMPANY: (taxId: string): string => `/e/${taxId}/notas`,
  OFFICE: (taxId: string): string => `/c/${taxId}/empresas`,
  INSTALLATION: (): string => '/o/empresas',
};

/** The path of the list of all offices, for operators; each office is below it, by tax id. */
export const officesAt = '/o/escritorios';

/** The first page for somebody who has just joined a place. */
export function homeIn({ company, role }: JoinedPlace): string {
  if (!company) return homePaths.INSTALLATION();
  return homePaths[role.startsWith('OFFICE') ? 'OFFICE' : 'COMPANY'](company.taxId);
}

/** All places of a person: her companies, her offices, the installation. */
export function placesOf({ operator, offices, places }: SignedIn): ListedPlace[] {
  return [
    ...places.map(({ taxId, name }) => ({ home: homePaths.COMPANY(taxId), name, mark: taxIdMask(taxId) })),
    ...offices.map(({ taxId, name }) => ({ home: homePaths.OFFICE(taxId), name, mark: taxIdMask(taxId) })),
    ...(operator ? [{ home: homePaths.INSTALLATION(), name: 'Instalação', mark: 'todas as empresas' }] : []),
  ];
}

/** The words for an operator who looks at a place. */
const support = 'Suporte: só consulta';

/** The place that a request is about; null when it is about the person alone. */
export function placeHere({ company, office, operator, isInInstallation }: SignedIn): FramePlace | null {
  if (company) {
    const base = `/e/${company.taxId}`;
    const name = company.tradeName || company.name;
    const place = {
      kind: 'COMPANY',
      base,
      home: homePaths.COMPANY(company.taxId),
      name,
      mark: taxIdMask(company.taxId),
    } as const;
    if (company.office) return { ...place, role: company.role, visit: `Pelo escritório ${company.office.name}` };
    if (company.role.startsWith('PORTAL')) return { ...place, role: company.role, visit: 'Pelo seu sistema' };
    if (company.role === 'SUPPORT_LOOKING') return { ...place, role: company.role, visit: support };
    return { ...place, role: company.role };
  }
  if (office) {
    const base = `/c/${office.taxId}`;
    const mark = taxIdMask(office.taxId);
    const place = { kind: 'OFFICE', base, home: homePaths.OFFICE(office.taxId), name: office.name, mark } as const;
    return { ...place, role: office.role, ...(office.role === 'SUPPORT_LOOKING' && { visit: support }) };
  }
  if (operator && isInInstallation) {
    const mark = 'todas as empresas';
    return {
      kind: 'INSTALLATION',
      base: '/o',
      home: homePaths.INSTALLATION(),
      name: 'Instalação',
      mark,
      role: operator,
    };
  }
  return null;
}
