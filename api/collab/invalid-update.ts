/** Thrown while an update is checked; `checkUpdate` returns its message. */
export class InvalidUpdate extends Error {
  override readonly name = 'InvalidUpdate';
}
export const refuse = (why: string): never => {
  throw new InvalidUpdate(why);
};
