import type { PanelParts } from '../../panel-parts.ts';

/** By what people come in: a password of ours, the organization's sign-in by its name, or both. */
export type SignInWays = { hasPasswords: boolean; provider: string | null };

export function ways({ passwords = 'everybody', provider }: Pick<PanelParts, 'passwords' | 'provider'>): SignInWays {
  return { hasPasswords: passwords === 'everybody' || !provider, provider: provider?.name ?? null };
}
