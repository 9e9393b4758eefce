import type { PanelParts } from '../../panel-parts.ts';

/** How people sign in: by a password of the panel, the organization's sign-in (its name), or both. */
export type SignInWays = { hasPasswords: boolean; provider: string | null };

export function ways({ passwords = 'everybody', provider }: Pick<PanelParts, 'passwords' | 'provider'>): SignInWays {
  return { hasPasswords: passwords === 'everybody' || !provider, provider: provider?.name ?? null };
}
