/** All sign-in methods of a server with accounts, and the second step. */
import { useState } from 'react';
import type { z } from 'zod';
import type { SignInOptions, User } from '#core/contract/account.ts';
import type { SecondStep } from '#core/contract/second-factor.ts';
import { LoginForm } from './login-form.tsx';
import { OtherSignInMethods } from './other-sign-in-methods.tsx';
import { SecondStepForm } from './second-step.tsx';

interface WaysProps {
  options: z.output<typeof SignInOptions>;
  email?: string | undefined;
  /** path to open after a password reset */
  next: string;
  /** path that single sign-on returns to */
  to?: string;
  /** over a page that should stay open: links open in new tabs */
  beside?: boolean;
  onSignedIn: (user: User) => void;
}

export function SignInMethods({
  options,
  email,
  next,
  to = next,
  beside = false,
  onSignedIn,
}: WaysProps) {
  const [begun, setBegun] = useState<{ step: SecondStep; email: string }>();
  const [over, setOver] = useState<{ why: string; email: string }>();
  if (begun)
    return (
      <SecondStepForm
        step={begun.step}
        onSignedIn={onSignedIn}
        onOver={(why) => {
          setBegun(undefined);
          setOver({ why, email: begun.email });
        }}
      />
    );
  return (
    <>
      <LoginForm
        key={over?.email}
        email={over?.email || email}
        before={over?.why}
        next={next}
        beside={beside}
        onSignedIn={onSignedIn}
        onStep={(step, typed) => {
          setOver(undefined);
          setBegun({ step, email: typed });
        }}
      />
      <OtherSignInMethods options={options} next={to} onSignedIn={onSignedIn} />
    </>
  );
}
