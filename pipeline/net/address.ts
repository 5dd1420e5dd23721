export interface Address {
  address: string;
  family: 4 | 6;
}
