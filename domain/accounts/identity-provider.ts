/** Who may come in by a password of ours, where people have another way. */
export const passwordSettings = ['everybody', 'nobody'] as const;
export type Passwords = (typeof passwordSettings)[number];

/** What a browser takes along to the provider and back: each is of one try, and nobody else's. */
export type ProviderTry = { state: string; nonce: string; verifier: string };

/** Whom a provider vouches for, as its signed token says. */
export type VouchedPerson = {
  issuer: string;
  subject: string;
  /** Null where it says none, or does not say that it is hers. */
  email: string | null;
  isVerified: boolean;
  name: string | null;
  /** How she proved who she is there: the values of `acr` and `amr`. */
  factors: string[];
};

/** The organization's own sign-in, by OpenID Connect. */
export type IdentityProvider = {
  /** As people call it. */
  name: string;
  /** Whose addresses may come in by it, in lower case; empty where all may. */
  domains: readonly string[];
  /** Which of `factors` stand for a second factor of ours; none where its word is not taken. */
  secondFactors: readonly string[];
  /** Where she is sent. @param isAnew whether she has to prove anew who she is */
  start(of: ProviderTry, options: { isAnew: boolean }): Promise<URL>;
  /** Who came back, and is vouched for. @throws ProviderAway, ProviderRefused */
  finish(query: string, of: ProviderTry, options: { isAnew: boolean }): Promise<VouchedPerson>;
  /** Where she leaves the provider, too; null where it has no such page. */
  endAddress(): Promise<URL | null>;
};

/** The provider does not answer, or not within the time. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** What came back does not hold: of another try, for somebody else, changed, too old, or a refusal of the provider's own. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
