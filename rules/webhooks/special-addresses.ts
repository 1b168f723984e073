/**
 * IPv4 blocks that are not ordinary public hosts: every entry of the IANA IPv4 Special-Purpose Address Registry (the
 * "globally reachable" ones too: no webhook lives there), IANA's multicast space, and Azure's wire server.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export const SPECIAL_IPV4 = [
  ['0.0.0.0', 8], // "this network"; 0.0.0.0 connects to the machine itself
  ['10.0.0.0', 8], // private use
  ['100.64.0.0', 10], // carrier-grade NAT; Alibaba's metadata service is 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's wire server: a public address by registration, the platform's own by routing
  ['169.254.0.0', 16], // link local, with most clouds' metadata service
  ['172.16.0.0', 12], // private use
  ['192.0.0.0', 24], // IETF protocol assignments; Oracle's metadata service is 192.0.0.192
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112-v4
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relay anycast, deprecated
  ['192.168.0.0', 16], // private use
  ['192.175.48.0', 24], // direct delegation AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, with limited broadcast
] as const;

/**
 * The one IPv6 block that holds public hosts. Outside it are loopback, unspecified, IPv4-mapped (::ffff:0:0/96), NAT64
 * (64:ff9b::/96 and 64:ff9b:1::/48), unique local with AWS's metadata service, link local, multicast.
 * https://www.iana.org/assignments/ipv6-address-space
 */
export const GLOBAL_UNICAST_IPV6 = ['2000::', 3] as const;

/**
 * Blocks in 2000::/3 that are not ordinary public hosts.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const SPECIAL_IPV6 = [
  ['2001::', 23], // IETF protocol assignments: Teredo 2001::/32 (carries an IPv4 address), benchmarking, ORCHID, ...
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['2620:4f:8000::', 48], // direct delegation AS112
  ['3ffe::', 16], // 6bone, returned to IANA (RFC 3701)
  ['3fff::', 20], // documentation
] as const;
