import type { ActingRole } from '../../domain/accounts/roles.ts';
import { taxIdMask } from '../../domain/masks.ts';
import type { JoinedPlace } from '../../operations/accounts/accept-invitation.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';

/** A place that a person signs in to: where it begins, and how it is called. */
export type ListedPlace = {
  home: string;
  name: string;
  /** What tells it from others: its tax id, punctuated, or what it is. */
  mark: string;
};

/** Where a page is. */
export type FramePlace = ListedPlace & {
  kind: 'COMPANY' | 'OFFICE' | 'INSTALLATION';
  /** What its pages' addresses begin with. */
  base: string;
  role: ActingRole;
  /** Who visits a company or an office of which she is no person: in whose name. */
  visit?: string;
};

/** Where each kind of place begins, by its tax id. */
export const homes = {
  COMPANY: (taxId: string): string => `/e/${taxId}/notas`,
  OFFICE: (taxId: string): string => `/c/${taxId}/empresas`,
  INSTALLATION: (): string => '/o/empresas',
};

/** Where who operates finds every office; each below it, by its tax id. */
export const officesAt = '/o/escritorios';

/** Where somebody begins who has just joined a place. */
export function homeIn({ company, role }: JoinedPlace): string {
  if (!company) return homes.INSTALLATION();
  return homes[role.startsWith('OFFICE') ? 'OFFICE' : 'COMPANY'](company.taxId);
}

/** Every place of a person: her companies, her offices, the installation. */
export function placesOf({ operator, offices, places }: SignedIn): ListedPlace[] {
  return [
    ...places.map(({ taxId, name }) => ({ home: homes.COMPANY(taxId), name, mark: taxIdMask(taxId) })),
    ...offices.map(({ taxId, name }) => ({ home: homes.OFFICE(taxId), name, mark: taxIdMask(taxId) })),
    ...(operator ? [{ home: homes.INSTALLATION(), name: 'Instalação', mark: 'todas as empresas' }] : []),
  ];
}

/** How a place says that who looks at it operates the installation. */
const support = 'Suporte: só consulta';

/** The place that a request is about; null where it is about the person alone. */
export function placeHere({ company, office, operator, isInInstallation }: SignedIn): FramePlace | null {
  if (company) {
    const base = `/e/${company.taxId}`;
    const name = company.tradeName || company.name;
    const place = {
      kind: 'COMPANY',
      base,
      home: homes.COMPANY(company.taxId),
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
    const place = { kind: 'OFFICE', base, home: homes.OFFICE(office.taxId), name: office.name, mark } as const;
    return { ...place, role: office.role, ...(office.role === 'SUPPORT_LOOKING' && { visit: support }) };
  }
  if (operator && isInInstallation) {
    const mark = 'todas as empresas';
    return { kind: 'INSTALLATION', base: '/o', home: homes.INSTALLATION(), name: 'Instalação', mark, role: operator };
  }
  return null;
}
